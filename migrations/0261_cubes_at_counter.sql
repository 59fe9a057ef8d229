-- What staff take at the cinema for a cube has a method, and a reference by which the payment log has it; both are null of what
-- was taken before this.
alter table cube_payments add column method text check (method in ('cash', 'card', 'transfer'));
alter table cube_payments drop constraint cube_payments_check1;
alter table cube_payments
  add constraint cube_payments_named check (provider is null or reference is not null),
  add constraint cube_payments_by_staff check (method is null or provider is null);
create unique index cube_payments_at_counter on cube_payments (reference) where provider is null and reference is not null;
create index cube_payments_by_method on cube_payments (method) where method is not null;
