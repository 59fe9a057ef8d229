-- Emails and phones by which a customer was known before a merge: searches find the customer by them.
alter table customers add column aliases text not null default '';

update customers c set aliases = known.by
from (
  select lost.merged_into as id, string_agg(distinct contact, ' ' order by contact) as by
  from customers lost
    join audit_log a on a.entity = 'customer' and a.entity_id = lost.id::text and a.action = 'privacy.merge'
    cross join lateral (values (a.before ->> 'email'), (a.before ->> 'mobile')) x(contact)
    join customers kept on kept.id = lost.merged_into
  where lost.merged_into is not null and contact <> ''
    and contact is distinct from kept.email and contact is distinct from kept.phone
  group by lost.merged_into
) known
where c.id = known.id and c.is_listed;

-- As before (0063_folded_names.sql), and by these.
alter table customers
  drop column words,
  add column words text not null generated always as (fold(
    first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' ||
    coalesce(card_number, '') || ' ' || aliases
  )) stored;
create index customers_words on customers using gin (words gin_trgm_ops) where is_listed;
