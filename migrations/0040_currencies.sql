-- The provider can have charged another currency than naira (ISO 4217). Then kobo are hundredths of that, and are not added
-- to naira.
alter table payment_logs add column currency text not null default 'NGN';
alter table payment_entries add column currency text not null default 'NGN';

-- The provider told of a charge: a success stands, else the latest word does.
create or replace function note_charged() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  insert into payment_entries as e
    (reference, at, customer_id, is_customer, name, email, provider, provider_id, charged_kobo, currency, purchase_type, status)
  select new.reference, new.at, new.customer_id, coalesce(c.is_listed, false),
    coalesce(trim(c.first_name || ' ' || c.last_name), ''), coalesce(nullif(new.email, ''), c.email, ''),
    new.provider, new.provider_id, new.kobo, new.currency, new.purchase_type, new.status
  from (select) one left join customers c on c.id = new.customer_id
  on conflict (reference) do update set
    customer_id = coalesce(e.customer_id, excluded.customer_id),
    is_customer = case when e.customer_id is null then excluded.is_customer else e.is_customer end,
    name = coalesce(nullif(e.name, ''), excluded.name),
    email = coalesce(nullif(e.email, ''), excluded.email),
    provider = excluded.provider,
    provider_id = coalesce(excluded.provider_id, e.provider_id),
    charged_kobo = excluded.charged_kobo,
    currency = excluded.currency,
    purchase_type = excluded.purchase_type,
    status = excluded.status
  where excluded.status = 'succeeded' or e.status <> 'succeeded';
  return null;
end $$;

-- What was told until now has its currency before the message, where it is not naira.
update payment_logs set currency = left(message, 3), message = substr(message, 6)
where payment_id is null and status <> 'refunded' and message ~ '^[A-Z]{3}\. ';
update payment_entries e set currency = l.currency
from (
  select distinct on (reference) reference, currency from payment_logs
  where reference in (select reference from payment_logs where currency <> 'NGN') and status <> 'refunded'
  order by reference, status = 'succeeded' desc, id desc
) l
where l.reference = e.reference and l.currency <> 'NGN';

-- What the sums in naira leave out, hundredths by currency.
alter table reconciliations
  add column ours_others jsonb not null default '{}',
  add column theirs_others jsonb not null default '{}';
alter table reconciliation_mismatches add column ours_currency text;
update reconciliation_mismatches set ours_currency = 'NGN' where ours_state is not null;
