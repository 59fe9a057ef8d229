-- How many customers are listed, and how many of them have a subscription in force, is read from the roll-ups: what those who
-- are not listed have in them is kept beside it.
alter table signup_days add column unlisted bigint not null default 0;
alter table subscription_days
  add column unlisted_started bigint not null default 0,
  add column unlisted_ended bigint not null default 0;

update signup_days d set unlisted = u.count
from (
  select registered_on as day, channel, count(*) as count from customers
  where registered_on is not null and not is_listed group by registered_on, channel
) u
where d.day = u.day and d.channel = u.channel;

update subscription_days d set unlisted_started = u.started, unlisted_ended = u.ended
from (
  select day, sum(started) as started, sum(ended) as ended
  from customers c join stints s on s.customer_id = c.id
    cross join lateral (values (s.starts_on, 1, 0), (s.ends_on, 0, 1)) x(day, started, ended)
  where not c.is_listed and isfinite(day) group by day
) u
where d.day = u.day;

create index stints_started on stints (starts_at) include (starts_on, customer_id);
