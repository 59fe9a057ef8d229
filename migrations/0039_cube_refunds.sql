-- What was paid for a cube booking goes back as a refund of the payment log: under a reference of ours, by which the provider
-- is asked what became of it. The latest of each payment.
alter table cube_payments add column refund_id bigint references payment_refunds (id);
create unique index cube_payments_by_refund on cube_payments (refund_id) where refund_id is not null;

-- Those under way had no reference of ours: nobody can ask for them any more. All of a charge goes back at once, so the
-- provider itself refuses it a second time.
with lost as (
  insert into payment_refunds
    (reference, entry_id, kind, kobo, reason, state, message, provider, charge_id, created_at, created_by, settled_at)
  select 'mqr-cube-' || p.id, e.id, 'amount', p.kobo, '', 'failed',
    'its answer was lost. Look it up with the payment provider before you ask for it again', p.provider,
    coalesce(p.provider_id, ''), p.refund_at, 'Marquee', p.refund_at
  from cube_payments p join payment_entries e on e.reference = p.reference
  where p.refund in ('asked', 'unknown')
  returning id, reference
)
update cube_payments p set refund = null, refund_at = null, refund_id = lost.id
from lost where lost.reference = 'mqr-cube-' || p.id;

-- `asked` until the refund is settled; what was paid at the cinema is done with the booking.
alter table cube_payments drop constraint cube_payments_refund_check;
alter table cube_payments add constraint cube_payments_refund_check check (refund in ('asked', 'done'));
