-- Churn lists what ended in a range and was not renewed in it, also of those who came back later.
drop index stints_not_renewed;
create index stints_ended on stints (ends_at, customer_id) include (renewed_on);
