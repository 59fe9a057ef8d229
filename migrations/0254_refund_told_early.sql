-- What a program reported of a refund while it was under way belongs to it from then on, and not when it succeeds. A report
-- that is taken back leaves a refund that is under way alone.
alter table payment_refund_trade drop constraint payment_refund_trade_refund_id_fkey,
  add constraint payment_refund_trade_refund_id_fkey foreign key (refund_id) references refunds (id) on delete cascade;

with told as (
  select distinct on (p.id, o.id) o.id as ours, r.id, r.source, r.external_id
  from payment_refunds o join payment_entries e on e.id = o.entry_id join purchases p on p.payment_reference = e.reference
    join refunds r on r.purchase_id = p.id and r.source <> 'marquee'
      and r.at between o.created_at - interval '5 minutes' and o.created_at + interval '30 days'
      and r.kobo = (
        select sum(l.kobo) from payment_refund_lines l where l.refund_id = o.id and l.purchase_id = p.id)
  where o.state = 'asked' and not exists (select from payment_refund_trade t where t.refund_id = r.id)
  order by p.id, o.id, r.at, r.id
)
insert into payment_refund_trade (payment_refund_id, refund_id, told_source, told_id)
select distinct on (id) ours, id, source, external_id from told order by id, ours;
