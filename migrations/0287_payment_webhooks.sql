-- What the payment provider reported, as it came, and what became of it. Its header was right; anything else is not kept.
create table payment_webhooks (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  provider text not null,
  -- JSON as text: a body may have characters that jsonb refuses.
  body text not null,
  outcome text not null default 'Received'
);
create index payment_webhooks_at on payment_webhooks (at);
