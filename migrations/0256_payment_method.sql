-- How a payment was paid stands with it: the one method that its purchases and cube payments say, `several`, or null where none
-- says it. It is what they said until now; from then on their triggers keep it.
alter table payment_entries add column method text;
update payment_entries e set method = m.method
from (
  select payment_reference as reference,
    case when min(payment_method) <> max(payment_method) then 'several' else min(payment_method) end as method
  from purchases where payment_method is not null and payment_reference <> '' group by payment_reference
) m
where m.reference = e.reference;
-- Of a database that was made before cubes could be paid for at the cinema nothing is known of them.
do $$ begin
  if exists (
    select from information_schema.columns
    where table_schema = current_schema() and table_name = 'cube_payments' and column_name = 'method'
  ) then
    update payment_entries e set method = case when coalesce(e.method, b.method) = b.method then b.method else 'several' end
    from cube_payments b where b.provider is null and b.reference = e.reference and b.method is not null;
  end if;
end $$;
create index payment_entries_by_method on payment_entries (method, at desc, id desc) include (is_customer, kobo);
