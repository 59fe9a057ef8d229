-- The audit log is append-only, with two exceptions. The erasure of a person: who they were goes from its words, by
-- erase_from_audit and redact_audit_texts and by nothing else; who did what, when, and to which record stays. And lines that are older than the
-- chain keeps them (setting KEEP_AUDIT_DAYS) go, by forget_audit and by nothing else.
create function refuse_audit_removal() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('marquee.forgetting_audit', true) = 'on' then return null; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger audit_log_append_only before delete or truncate on audit_log
  for each statement execute function refuse_audit_removal();
-- Answers how many lines went. A profile shows by whom others were merged into it: those lines stay.
create function forget_audit(oldest timestamptz, most integer) returns bigint
language plpgsql set plan_cache_mode = force_custom_plan as $$
declare deleted bigint;
begin
  -- Said here and not of the function: only superusers may do that of a parameter of ours.
  perform set_config('marquee.forgetting_audit', 'on', true);
  delete from audit_log where id = any(array(
    select l.id from audit_log l
    where l.at < oldest and l.action <> 'privacy.merge' and not exists (select from audit_outbox s where s.id = l.id)
    order by l.at limit most for update of l skip locked));
  get diagnostics deleted = row_count;
  perform set_config('marquee.forgetting_audit', 'off', true);
  return deleted;
end $$;
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if current_setting('marquee.erasing_from_audit', true) = 'on'
    and (new.id, new.at, new.actor_id, new.action, new.entity, new.request_id, new.cinema_ids)
      is not distinct from (old.id, old.at, old.actor_id, old.action, old.entity, old.request_id, old.cinema_ids)
  then return new; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger audit_log_unchanged before update on audit_log
  for each row execute function refuse_audit_change();

-- A text without what the patterns find.
create function redact(value text, patterns text[]) returns text language plpgsql immutable as $$
declare pattern text;
begin
  foreach pattern in array patterns loop
    value := regexp_replace(value, pattern, '[erased]', 'gi');
  end loop;
  return value;
end $$;

-- The same of every text in a JSON value; what stands under one of the keys goes whole.
create function redact(value jsonb, patterns text[], keys text[]) returns jsonb language plpgsql immutable as $$
begin
  return case jsonb_typeof(value)
    when 'string' then to_jsonb(redact(value #>> '{}', patterns))
    -- A phone number may be reported as one.
    when 'number' then case when redact(value #>> '{}', patterns) = value #>> '{}' then value else '"[erased]"' end
    when 'array' then (
      select coalesce(jsonb_agg(redact(item, patterns, keys) order by n), '[]')
      from jsonb_array_elements(value) with ordinality as x(item, n))
    when 'object' then (
      select coalesce(jsonb_object_agg(key, case
        when key = any(keys) and jsonb_typeof(item) <> 'null' then '"[erased]"'
        else redact(item, patterns, keys) end), '{}')
      from jsonb_each(value) as x(key, item))
    else value end;
end $$;

-- Lines about a person, by the customer's records or the guest's. patterns: of all that they were called, keys: fields of a
-- person.
create function erase_from_audit(ids text[], guests text[], patterns text[], keys text[])
returns void
language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  perform set_config('marquee.erasing_from_audit', 'on', true);
  update audit_log set
    actor = case when actor_id is null then redact(actor, patterns) else actor end,
    summary = redact(summary, patterns),
    before = redact(before, patterns, keys),
    after = redact(after, patterns, keys)
  where entity = 'customer' and entity_id = any(ids) or entity = 'guest' and entity_id = any(guests);
  perform set_config('marquee.erasing_from_audit', 'off', true);
end $$;

-- Lines behind one and up to another, whatever they are about; those about accounts of staff stay as they are. patterns: of
-- what is the person's alone wherever it stands; needles: the same as LIKE has it, in lower case.
create function redact_audit_texts(behind bigint, up_to bigint, patterns text[], needles text[])
returns void
language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  perform set_config('marquee.erasing_from_audit', 'on', true);
  update audit_log set
    actor = case when actor_id is null then redact(actor, patterns) else actor end,
    entity_id = redact(entity_id, patterns),
    summary = redact(summary, patterns),
    before = redact(before, patterns, '{}'),
    after = redact(after, patterns, '{}')
  where id > behind and id <= up_to and entity not in ('admin', 'role')
    and lower(concat_ws(' ', actor, entity_id, summary, before, after)) like any(needles);
  perform set_config('marquee.erasing_from_audit', 'off', true);
end $$;

-- While lines are shipped (setting AUDIT_LOG), each waits for it from its own transaction on.
create function queue_audit_line() returns trigger language plpgsql as $$
begin
  insert into audit_outbox (id) select new.id where exists (select from settings where key = 'audit-shipped');
  return null;
end $$;
create trigger audit_log_queued after insert on audit_log for each row execute function queue_audit_line();

-- The actions that there are, each found where the one before it ends in the index: a few hundred among millions of lines.
create view audit_actions as
  with recursive known (action) as (
    select min(action) from audit_log
    union all
    select (select min(action) from audit_log l where l.action > known.action) from known where known.action is not null)
  select action from known where action is not null;
