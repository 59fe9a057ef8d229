-- Figures by cinema beside the chain's: tickets by the day of their show and of their redemption, and what was sold in all.
-- Of what has no cinema it is the empty text.
create table cinema_show_days (
  day date not null,
  cinema_id text not null,
  sold bigint not null default 0,
  redeemed bigint not null default 0,
  primary key (cinema_id, day)
);
create table cinema_redemption_days (
  day date not null,
  cinema_id text not null,
  tickets bigint not null default 0,
  subscription_tickets bigint not null default 0,
  primary key (cinema_id, day)
);
create table cinema_sales (
  cinema_id text not null,
  channel text not null,
  kind text not null,
  count bigint not null,
  kobo bigint not null,
  primary key (cinema_id, channel, kind)
);

-- The figures of a cinema are read from its own part of the index.
alter table cinema_sales_days drop constraint cinema_sales_days_pkey;
alter table cinema_sales_days add primary key (cinema_id, day, channel, kind);
-- A table of purchases finds the day on which a page begins.
create index cinema_sales_days_once on cinema_sales_days (cinema_id, day) where kind = 'once';

insert into cinema_sales (cinema_id, channel, kind, count, kobo)
select cinema_id, channel, kind, sum(count), sum(kobo) from cinema_sales_days group by cinema_id, channel, kind;

insert into cinema_redemption_days (day, cinema_id, tickets, subscription_tickets)
select day, coalesce(cinema_id, ''), sum(tickets), coalesce(sum(tickets) filter (where by_subscription), 0)
from redemptions group by 1, 2;

insert into cinema_show_days (day, cinema_id, sold, redeemed)
select day, cinema_id, sum(sold), sum(redeemed) from (
  select l.show_day as day, coalesce(p.cinema_id, '') as cinema_id, l.quantity as sold, 0 as redeemed
  from purchase_lines l join purchases p on p.id = l.purchase_id where l.kind = 'ticket'
  union all
  select l.show_day, coalesce(p.cinema_id, ''), -l.quantity, 0
  from refund_lines l join refunds r on r.id = l.refund_id join purchases p on p.id = r.purchase_id where l.kind = 'ticket'
  union all
  select show_day, coalesce(cinema_id, ''), 0, tickets from redemptions
) told where day is not null group by day, cinema_id;
