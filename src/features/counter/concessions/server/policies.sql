-- What people see whose role is for some cinemas (src/server/db/scoped.ts).

create policy of_every_cinema on products for select to marquee_scoped using (true);
create policy of_cinema on cinema_products for select to marquee_scoped
  using (cinema_id = any ((select scoped_cinemas())::text[]));
create policy of_cinema on combo_deals for select to marquee_scoped
  using (exists (select from cinema_products p where p.id = combo_deals.cinema_product_id));
create policy of_cinema on combo_items for select to marquee_scoped
  using (exists (select from cinema_products p where p.id = combo_items.cinema_product_id));
create policy of_cinema on product_syncs for select to marquee_scoped
  using (cinema_id = any ((select scoped_cinemas())::text[]));
create policy of_cinema on price_change_prices for select to marquee_scoped
  using (exists (select from cinema_products p where p.id = price_change_prices.cinema_product_id));
create policy of_cinema on price_changes for select to marquee_scoped
  using (exists (select from price_change_prices x where x.change_id = price_changes.id));
create policy of_every_cinema on product_costs for select to marquee_scoped using (true);
