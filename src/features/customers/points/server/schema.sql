create trigger points_ledger_append_only before delete or truncate on points_ledger
  for each statement execute function refuse_change();

-- What staff wrote of a person goes when the person is erased; nothing else of a line ever changes.
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  if current_setting('marquee.erasing', true) = 'on' and new.reason = '' then
    old.reason := '';
    if new = old then return new; end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger points_ledger_unchanged before update on points_ledger
  for each row execute function refuse_ledger_change();
