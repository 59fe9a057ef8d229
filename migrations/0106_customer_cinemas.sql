-- At which cinemas somebody is a customer: where they have bought, and the one that they call theirs.
create table customer_cinemas (
  customer_id bigint not null references customers (id),
  cinema_id text not null,
  primary key (customer_id, cinema_id)
);
insert into customer_cinemas (customer_id, cinema_id)
select customer_id, cinema_id from purchases where customer_id is not null and cinema_id is not null
union
select id, default_cinema_id from customers where default_cinema_id is not null;
create index customer_cinemas_of_cinema on customer_cinemas (cinema_id, customer_id);

-- What guests bought at a cinema, as `guests` has it of all together.
create table guest_cinemas (
  email text not null,
  cinema_id text not null,
  last_purchase_at timestamptz not null,
  purchases integer not null,
  primary key (email, cinema_id)
);
insert into guest_cinemas (email, cinema_id, last_purchase_at, purchases)
select lower(trim(buyer_email)), cinema_id, max(at), count(*) from purchases
where customer_id is null and trim(buyer_email) <> '' and cinema_id is not null group by 1, 2;
create index guest_cinemas_of_cinema on guest_cinemas (cinema_id, email);
