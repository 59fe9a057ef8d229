-- Pages far down a list are read in an index alone, as long as few pages of the table have changed since its last vacuum.
alter table customers set (autovacuum_vacuum_scale_factor = 0.005, autovacuum_vacuum_insert_scale_factor = 0.005);
alter table payment_entries set (autovacuum_vacuum_scale_factor = 0.005, autovacuum_vacuum_insert_scale_factor = 0.005);
alter table ticket_log set (autovacuum_vacuum_scale_factor = 0.005, autovacuum_vacuum_insert_scale_factor = 0.005);

-- The days of one cinema, or of all, lie far apart in the table: they are added up in the index.
alter table ticket_log_days
  drop constraint ticket_log_days_pkey,
  add primary key (cinema_id, show_day, day, channel) include (lines);
