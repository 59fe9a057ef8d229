-- Redemptions and visits are voided, corrected and restored as purchases and refunds are.
alter table feed_corrections drop constraint feed_corrections_stream_check,
  add constraint feed_corrections_stream_check check (stream in ('purchases', 'refunds', 'redemptions', 'visits'));
