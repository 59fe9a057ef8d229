-- In which releases an error happened to a customer: whom a release is to be explained to.
alter table error_customers add column releases text[] not null default '{}';
update error_customers c set releases = r.releases
from (
  select e.id, r.customer_id, array_agg(distinct r.release order by r.release) as releases
  from error_reports r join errors e using (fingerprint)
  where r.customer_id is not null and r.release <> '' group by e.id, r.customer_id
) r where r.id = c.error_id and r.customer_id = c.customer_id;
