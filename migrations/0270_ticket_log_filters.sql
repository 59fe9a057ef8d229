-- The ticket log is filtered by what was paid for a line and by what came back of it: both stand with the line. From now on its
-- triggers keep them.
alter table ticket_log
  add column kobo bigint,
  add column refund text not null default 'none' constraint ticket_log_refund check (refund in ('none', 'part', 'full'));
update ticket_log t set kobo = l.kobo from purchase_lines l where l.purchase_id = t.purchase_id and l.n = t.n;
alter table ticket_log alter column kobo set not null;

with back as (
  select r.purchase_id, b.n, b.show_day, r.source = 'marquee' as is_own, b.quantity, b.kobo
  from refunds r join refund_lines b on b.refund_id = r.id where b.kind = 'ticket'
), told as (
  select purchase_id, show_day, sum(quantity) as quantity, sum(kobo) as kobo from back where not is_own group by 1, 2
), own as (
  select purchase_id, n, sum(quantity) as quantity, sum(kobo) as kobo from back where is_own group by 1, 2
), lines as (
  select l.purchase_id, l.n, l.show_day, l.quantity, l.kobo,
    coalesce(o.quantity, 0) as own_quantity, coalesce(o.kobo, 0) as own_kobo,
    coalesce(sum(l.quantity - coalesce(o.quantity, 0)) over before, 0) as earlier_quantity,
    coalesce(sum(l.kobo - coalesce(o.kobo, 0)) over before, 0) as earlier_kobo
  from purchase_lines l left join own o on o.purchase_id = l.purchase_id and o.n = l.n
  where l.kind = 'ticket' and l.purchase_id in (select purchase_id from back)
  window before as (partition by l.purchase_id, l.show_day order by l.n rows between unbounded preceding and 1 preceding)
), returned as (
  select l.purchase_id, l.n, l.quantity, l.kobo,
    l.own_quantity + greatest(0, least(l.quantity - l.own_quantity, coalesce(t.quantity, 0) - l.earlier_quantity)) as back_quantity,
    l.own_kobo + greatest(0, least(l.kobo - l.own_kobo, coalesce(t.kobo, 0) - l.earlier_kobo)) as back_kobo
  from lines l left join told t on t.purchase_id = l.purchase_id and t.show_day is not distinct from l.show_day
)
update ticket_log t
set refund = case when case when r.kobo > 0 then r.back_kobo >= r.kobo else r.back_quantity >= r.quantity end then 'full' else 'part' end
from returned r
where t.purchase_id = r.purchase_id and t.n = r.n and (r.back_kobo > 0 or r.back_quantity > 0);

-- What else is filtered by is looked at in the index alone.
create index ticket_log_of_amount on ticket_log (kobo, at, purchase_id, n) include (cinema_id, channel, show_day);
create index ticket_log_refunded on ticket_log (refund, at, purchase_id, n) include (cinema_id, channel, show_day, kobo)
  where refund <> 'none';
