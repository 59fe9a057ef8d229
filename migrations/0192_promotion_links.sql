-- The buttons of promotions and hero banners lead through a link of ours with a code of their own, which the shop hands on
-- with what is bought. A code begins with a D, as no code does that is made up elsewhere (src/contract/code.ts).
alter table promotions
  add column code text not null default 'D' || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 11));
create unique index promotions_code on promotions (upper(code));

-- Beside the promotions, which are edited.
create table promotion_clicks (
  promotion_id integer primary key references promotions (id),
  clicks bigint not null
) with (fillfactor = 50);
