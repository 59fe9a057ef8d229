-- Cards of other countries cost another fee. Of a fee that differs: whether it is of such a card, null where the provider does not
-- say, and what is expected then besides.
alter table reconciliation_mismatches
  add column is_foreign_card boolean,
  add column ours_foreign_kobo bigint;
