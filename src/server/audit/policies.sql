-- What people see whose role is for some cinemas (src/server/db/scoped.ts): what was done at these alone, as a line says all
-- that was done; and what they did themselves.

create policy of_cinema on audit_log for select to marquee_scoped
  using ((cinema_ids <> '{}' and cinema_ids <@ (select scoped_cinemas()))
    or actor_id = (select scoped_person()));

-- It says what kinds of things were done anywhere, and nothing of a line.
grant select on audit_actions to marquee_scoped;
