select make_rollup('referral_sums');

-- Plans go by the index of what grows. Most batches carry no code: an index of the purchases that do answers that without
-- the purchases.
create function sum_referred_lines() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare sign integer := case when tg_op = 'DELETE' then -1 else 1 end;
begin
  perform add_to_referral_sums(array_agg(row(f.*)::referral_sums)) from (
    select upper(p.referral_code), sign * coalesce(sum(l.quantity) filter (where l.kind = 'ticket'), 0), sign * sum(l.kobo),
      sign * count(distinct p.id)
    from added l join purchases p on p.id = l.purchase_id where p.referral_code <> '' group by 1) f;
  return null;
end $$;

create function sum_referred_refunds() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare sign integer := case when tg_op = 'DELETE' then -1 else 1 end;
begin
  perform add_to_referral_sums(array_agg(row(f.*)::referral_sums)) from (
    select upper(p.referral_code), -sign * coalesce(sum(l.quantity) filter (where l.kind = 'ticket'), 0), -sign * sum(l.kobo), 0
    from added l join refunds r on r.id = l.refund_id join purchases p on p.id = r.purchase_id
    where p.referral_code <> '' group by 1) f;
  return null;
end $$;
