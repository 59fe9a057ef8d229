-- These are asked for each product of each cinema: in PL/pgSQL a statement is planned once in a connection, in SQL with each row.

-- Which price of a change decides what a product of a cinema is sold for at an instant. A change with an end counts over what
-- holds for good; of what holds for good the last that began does, whether a change or what staff set at the cinema. The plan
-- may be from when the tables were empty: it begins with the few prices of the product all the same, never with all of a change.
create function changed_price_at(sold cinema_products, at timestamptz) returns price_change_prices language plpgsql stable
  set enable_seqscan = off as $$
declare found price_change_prices;
begin
  select x.* into found
  from (select * from price_change_prices where cinema_product_id = sold.id offset 0) x
    join price_changes c on c.id = x.change_id
  where c.starts_at <= at and (c.ends_at is null or c.ends_at > at)
    and (c.cancelled_at is null or c.cancelled_at > at)
    and (c.ends_at is not null or sold.override_since is null or c.starts_at > sold.override_since)
  order by c.ends_at is null, c.starts_at desc, c.id desc limit 1;
  return found;
end $$;

-- What a product of a cinema is sold for at an instant, in kobo.
create function price_at(sold cinema_products, at timestamptz) returns bigint language plpgsql stable as $$
begin
  return coalesce((changed_price_at(sold, at)).kobo, sold.override_kobo, sold.pos_kobo);
end $$;

-- What a product costs the chain on a day, in kobo; null where that is not known.
create function cost_on(of_product integer, on_day date) returns bigint language plpgsql stable as $$
begin
  return (select c.kobo from product_costs c where c.product_id = of_product and c.from_day <= on_day order by c.from_day desc limit 1);
end $$;

-- The same of a product of a cinema: of a combo without a cost of its own that of its parts, where all of them are known.
create function cost_at(sold cinema_products, on_day date) returns bigint language plpgsql stable as $$
begin
  return coalesce(
    cost_on(sold.product_id, on_day),
    (select case when bool_and(cost_on(part.product_id, on_day) is not null) then sum(cost_on(part.product_id, on_day)) end
     from combo_deals d join combo_items i on i.combo_id = d.id join cinema_products part on part.id = i.cinema_product_id
     where d.cinema_product_id = sold.id and d.deleted_at is null)::bigint);
end $$;
