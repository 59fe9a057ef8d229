-- What two reports of how one payment was paid come to; null of what says nothing of it.
create function method_of_both(one text, other text) returns text language sql immutable as $$
  select case when one is null then other when other is null or other = one then one else 'several' end
$$;

-- A program reported purchases. Rows are taken in the order of their payments, so that two batches wait for each other in
-- one direction alone.
create function note_sold() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  insert into payments as e
    (reference, sent_reference, at, cinema_id, customer_id, is_customer, name, email, provider, sold_kobo, status, bookings, method)
  select p.payment, max(case when p.payment = p.payment_reference then null else coalesce(p.payment_reference, '') end), min(p.at),
    case when count(*) = count(p.cinema_id) and min(p.cinema_id) = max(p.cinema_id) then min(p.cinema_id) end,
    max(p.customer_id), coalesce(bool_or(c.is_listed), false),
    coalesce(max(nullif(p.buyer_name, '')), max(trim(c.first_name || ' ' || c.last_name)), ''),
    coalesce(max(nullif(p.buyer_email, '')), max(c.email), ''),
    case when bool_and(paid_by(p.source, p.payment_reference, p.channel, p.payment_method) <> 'provider') then 'counter' end, sum(p.kobo), 'succeeded',
    string_agg(p.external_id, ' ' order by p.external_id), method_of_both(min(p.payment_method), max(p.payment_method))
  from added p
  left join lateral (
    select first_name, last_name, email, is_listed from customers where id = p.customer_id offset 0
  ) c on true
  where p.payment is not null
  group by p.payment order by p.payment
  on conflict (reference) do update set
    sold_kobo = e.sold_kobo + excluded.sold_kobo,
    sent_reference = excluded.sent_reference,
    -- The first that is reported says where; what was bought elsewhere too is the chain's.
    cinema_id = case
      when e.bookings = '' and e.cinema_id is null or e.cinema_id = excluded.cinema_id then excluded.cinema_id end,
    customer_id = coalesce(e.customer_id, excluded.customer_id),
    is_customer = case when e.customer_id is null then excluded.is_customer else e.is_customer end,
    name = coalesce(nullif(e.name, ''), excluded.name),
    email = coalesce(nullif(e.email, ''), excluded.email),
    bookings = trim(e.bookings || ' ' || excluded.bookings),
    method = method_of_both(e.method, excluded.method),
    status = case e.status when 'needs_customer' then 'succeeded' else e.status end;
  return null;
end $$;

-- Purchases were voided: a payment is what is left of them, and is none where nobody else knows of it.
create function note_unsold() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  update payments e set sold_kobo = b.kobo, bookings = b.bookings, cinema_id = b.cinema_id, method = b.method
  from (select distinct payment from added where payment is not null) a cross join lateral (
    select coalesce(sum(s.kobo), 0) as kobo, coalesce(string_agg(s.external_id, ' ' order by s.id), '') as bookings,
      case when count(*) = count(s.cinema_id) and min(s.cinema_id) = max(s.cinema_id) then min(s.cinema_id) end as cinema_id,
      method_of_both(min(s.method), max(s.method)) as method
    from (
      select id, kobo, external_id, cinema_id, payment_method as method from purchases
      where payment = a.payment
      union all
      select null, 0, null, c.cinema_id, p.method
      from cube_payments p join cube_bookings o on o.id = p.booking_id join cubes c on c.id = o.cube_id
      where p.reference = a.payment
    ) s
  ) b
  where e.reference = a.payment;
  delete from payments e using added a
  where e.reference = a.payment and e.bookings = '' and e.charged_kobo is null
    and not exists (select from payment_refunds r where r.payment_id = e.id)
    and not exists (select from reconciliation_mismatches m where m.payment_id = e.id)
    and not exists (select from cube_payments c where c.reference = e.reference);
  return null;
end $$;

-- The provider reported a charge: a success stands, else the latest word does.
create function note_charged() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  insert into payments as e
    (reference, at, customer_id, is_customer, name, email, provider, provider_id, charged_kobo, currency, purchase_type, status)
  select new.reference, new.at, new.customer_id, coalesce(c.is_listed, false),
    coalesce(trim(c.first_name || ' ' || c.last_name), ''), coalesce(nullif(new.email, ''), c.email, ''),
    new.provider, new.provider_id, new.kobo, new.currency, new.purchase_type, new.status
  from (select) one left join customers c on c.id = new.customer_id
  on conflict (reference) do update set
    customer_id = coalesce(e.customer_id, excluded.customer_id),
    is_customer = case when e.customer_id is null then excluded.is_customer else e.is_customer end,
    name = coalesce(nullif(e.name, ''), excluded.name),
    email = coalesce(nullif(e.email, ''), excluded.email),
    provider = excluded.provider,
    provider_id = coalesce(excluded.provider_id, e.provider_id),
    charged_kobo = excluded.charged_kobo,
    currency = excluded.currency,
    purchase_type = excluded.purchase_type,
    status = excluded.status
  where excluded.status = 'succeeded' or e.status <> 'succeeded';
  return null;
end $$;
create trigger payment_events_charged after insert on payment_events for each row
  when (new.reference <> '' and new.status <> 'refunded') execute function note_charged();

-- A person registers, is erased, or turns out to be another.
create function note_listed() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  update payments set is_customer = new.is_listed where customer_id = new.id and is_customer <> new.is_listed;
  return null;
end $$;
create trigger customers_of_payments after update on customers for each row
  when (old.is_listed is distinct from new.is_listed) execute function note_listed();

-- A cube booking was paid for: at the cinema it is a payment of the log from then on. It stays with its cube, and a cube that
-- has bookings with its cinema.
create function note_cube_paid() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  if new.provider is null then
    insert into payments as e
      (reference, at, cinema_id, is_customer, name, email, provider, sold_kobo, purchase_type, status, method)
    select new.reference, new.at, c.cinema_id, false, b.full_name, b.email, 'counter', new.kobo, 'Cube booking', 'succeeded',
      new.method
    from cube_bookings b join cubes c on c.id = b.cube_id where b.id = new.booking_id
    on conflict (reference) do update set method = method_of_both(e.method, excluded.method);
    return null;
  end if;
  update payments e set cinema_id = c.cinema_id
  from cube_bookings b join cubes c on c.id = b.cube_id
  where b.id = new.booking_id and e.reference = new.reference and e.bookings = '';
  return null;
end $$;
create trigger cube_payments_placed after insert on cube_payments for each row
  when (new.reference is not null) execute function note_cube_paid();

select make_rollup('payment_days'), make_rollup('payment_cinema_days');

-- How many payments there are of a day, customers' and guests', in the chain and at a cinema.
create function count_payments() returns trigger language plpgsql as $$
declare sign integer := case when tg_op = 'DELETE' then -1 else 1 end;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('rollups', 0));
  perform add_to_payment_days(array_agg(row(f.*)::payment_days)) from (
    select (at at time zone 'UTC')::date, is_customer, sign * count(*) from added group by 1, 2) f;
  perform add_to_payment_cinema_days(array_agg(row(f.*)::payment_cinema_days)) from (
    select cinema_id, (at at time zone 'UTC')::date, is_customer, sign * count(*) from added where cinema_id is not null
    group by 1, 2, 3) f;
  return null;
end $$;
create trigger payments_counted after insert on payments referencing new table as added
  for each statement execute function count_payments();
create trigger payments_uncounted after delete on payments referencing old table as added
  for each statement execute function count_payments();

-- Also within a trigger that has nested loops alone: their plan would be kept, and compare each row with each other one when
-- many are changed.
create function recount_payments() returns trigger language plpgsql
  set jit = off set enable_nestloop = off set enable_hashjoin = on as $$
begin
  if not exists (
    select from was w join now n using (id)
    where w.is_customer <> n.is_customer or w.cinema_id is distinct from n.cinema_id
  ) then return null; end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('rollups', 0));
  perform add_to_payment_days(array_agg(row(f.*)::payment_days)) from (
    select (at at time zone 'UTC')::date, is_customer, sum(one)
    from (select at, is_customer, 1 as one from now union all select at, is_customer, -1 from was) x
    group by 1, 2 having sum(one) <> 0) f;
  perform add_to_payment_cinema_days(array_agg(row(f.*)::payment_cinema_days)) from (
    select cinema_id, (at at time zone 'UTC')::date, is_customer, sum(one)
    from (
      select cinema_id, at, is_customer, 1 as one from now union all select cinema_id, at, is_customer, -1 from was
    ) x where cinema_id is not null group by 1, 2, 3 having sum(one) <> 0) f;
  return null;
end $$;
create trigger payments_recounted after update on payments referencing old table as was new table as now
  for each statement execute function recount_payments();

-- What a search compares, of the payments of somebody's cinemas: row-level security lets no index answer `like`.
create view searched_payments as
  select id, at, is_customer, cinema_id, search_text from payments
  where cinema_id = any ((select scoped_cinemas())::text[]);

-- All refunds that did not fail, and what banks took back, are at most what was paid: whoever adds one waits here for those
-- before.
create function reserve_refund() returns trigger language plpgsql as $$
declare more bigint := case when new.state = 'failed' then 0 else new.kobo end;
begin
  if tg_op = 'UPDATE' then more := more - case when old.state = 'failed' then 0 else old.kobo end; end if;
  if more = 0 then return null; end if;
  update payments set refunding_kobo = refunding_kobo + more
  where id = new.payment_id and (more < 0 or status = 'succeeded' and refunding_kobo + charged_back_kobo + more <= kobo);
  if not found then
    raise exception 'a refund is more than what is left of its payment'
      using errcode = 'check_violation', constraint = 'payment_refunds_within_paid';
  end if;
  return null;
end $$;
create trigger payment_refunds_reserved after insert or update of state, kobo on payment_refunds
  for each row execute function reserve_refund();

-- Refunds that a program alone reported: a refund is one of these until it is known to be one of ours.
create function external_refunds_of(ids bigint[]) returns setof external_refunds language sql stable as $$
  select r.id, e.id, r.kobo, p.cinema_id, p.payment_method
  from refunds r join purchases p on p.id = r.purchase_id left join payments e on e.reference = p.payment
  where r.id = any(ids) and not exists (select from refund_postings t where t.refund_id = r.id)
$$;
create function record_external_refunds() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  insert into external_refunds select * from external_refunds_of(array(select id from added));
  return null;
end $$;
create function remove_posted_refunds() returns trigger language plpgsql as $$
begin
  delete from external_refunds where refund_id in (select refund_id from added);
  return null;
end $$;
create trigger refund_postings_added after insert on refund_postings referencing new table as added
  for each statement execute function remove_posted_refunds();
create function restore_external_refunds() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  insert into external_refunds select * from external_refunds_of(array(select refund_id from added));
  return null;
end $$;
create trigger refund_postings_removed after delete on refund_postings referencing old table as added
  for each statement execute function restore_external_refunds();
