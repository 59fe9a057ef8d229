-- Lists of a million customers: what they are sorted by stands in the index that sorts them, so that pages far down are
-- found there alone; and whoever is not listed is found without the others.
drop index customers_by_name;
create index customers_by_name on customers (lower(first_name), lower(last_name), id) include (first_name, last_name)
  where is_listed;
drop index customers_emails;
create index customers_emails on customers (coalesce(lower(email), ''), id) include (email) where is_listed;
drop index guests_by_name;
create index guests_by_name on guests (lower(name), email) include (name);
create index customers_not_listed on customers (id) where not is_listed;
create index loyalty_members_sums on loyalty_members (customer_id) include (lifetime, available, tier);
