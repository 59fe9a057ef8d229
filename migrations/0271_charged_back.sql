-- What customers' banks took back of a payment: it cannot be refunded besides.
alter table payment_entries add column charged_back_kobo bigint not null default 0 check (charged_back_kobo >= 0);
create index payment_entries_charged_back on payment_entries (id) where charged_back_kobo > 0;
update payment_entries e set charged_back_kobo = b.kobo
from (
  select provider, reference, sum(kobo)::bigint as kobo from provider_movements
  where kind = 'chargeback' and reference <> '' group by provider, reference having sum(kobo) > 0
) b
where e.reference = b.reference and e.provider = b.provider;
