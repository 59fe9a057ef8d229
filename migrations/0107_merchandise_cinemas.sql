-- How much of a piece of merchandise was sold at a cinema, as merchandise_days has it of the whole chain.
create table merchandise_cinema_days (
  product_id integer not null,
  cinema_id text not null,
  day date not null,
  lines bigint not null,
  quantity bigint not null,
  primary key (product_id, cinema_id, day)
);
create index merchandise_cinema_days_of_day on merchandise_cinema_days (day);
insert into merchandise_cinema_days (product_id, cinema_id, day, lines, quantity)
select m.product_id, p.cinema_id, p.day, count(*), sum(m.quantity)
from merchandise_sales m join purchases p on p.id = m.purchase_id where p.cinema_id is not null group by 1, 2, 3;
