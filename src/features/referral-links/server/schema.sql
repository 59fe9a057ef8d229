-- Rows are taken in the order of their key, and by the index of what grows. Most batches carry no code: an index of the
-- purchases that do answers that without the purchases.
create function sum_referred_lines() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare sign integer := case when tg_op = 'DELETE' then -1 else 1 end;
begin
  insert into referral_sums as s (code, tickets, kobo, purchases)
  select upper(p.referral_code), sign * coalesce(sum(l.quantity) filter (where l.kind = 'ticket'), 0), sign * sum(l.kobo),
    sign * count(distinct p.id)
  from added l join purchases p on p.id = l.purchase_id where p.referral_code <> ''
  group by 1 order by 1
  on conflict (code) do update set
    tickets = s.tickets + excluded.tickets, kobo = s.kobo + excluded.kobo, purchases = s.purchases + excluded.purchases;
  return null;
end $$;

create function sum_referred_refunds() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare sign integer := case when tg_op = 'DELETE' then -1 else 1 end;
begin
  insert into referral_sums as s (code, tickets, kobo)
  select upper(p.referral_code), -sign * coalesce(sum(l.quantity) filter (where l.kind = 'ticket'), 0), -sign * sum(l.kobo)
  from added l join refunds r on r.id = l.refund_id join purchases p on p.id = r.purchase_id
  where p.referral_code <> ''
  group by 1 order by 1
  on conflict (code) do update set tickets = s.tickets + excluded.tickets, kobo = s.kobo + excluded.kobo;
  return null;
end $$;
