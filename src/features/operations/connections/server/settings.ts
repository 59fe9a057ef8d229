import type { ConnectionName } from '#contract/connections.ts'
import { API_BASE } from '#contract/base.ts'
import { payments } from '#features/payments/payments/contract.ts'
import { SHORT_PATH } from '#features/marketing/referral-links/rules.ts'
import type { App } from '#server/app.ts'

type Fact = { label: string; value: string }

const host = (address: string) => new URL(address).host

/** What each connection is configured to, in words for staff, without its secrets. */
export const factsOf: Record<ConnectionName, (app: App) => Fact[]> = {
  'point-of-sale': ({ env, pos }) => {
    if (env.vista)
      return [
        { label: 'Address', value: host(env.vista.url) },
        ...(env.vista.region ? [{ label: 'Region', value: env.vista.region }] : []),
      ]
    if (env.veezi)
      return [
        { label: 'Address', value: host(env.veezi.url) },
        { label: 'Sites', value: Object.keys(env.veezi.sites).join(', ') },
      ]
    const what = env.demo && pos.kind === 'embedded' ? 'Demo data' : 'Not connected'
    return [{ label: 'Mode', value: what }]
  },
  'movie-database': ({ env }) =>
    env.tmdb
      ? [
          { label: 'Address', value: host(env.tmdb.url) },
          { label: 'Language', value: env.tmdb.language },
          { label: 'Certification country', value: env.tmdb.region },
        ]
      : [{ label: 'Mode', value: 'Demo catalogue' }],
  'object-storage': ({ env }) =>
    env.s3
      ? [
          { label: 'Address', value: host(env.s3.endpoint) },
          { label: 'Bucket', value: env.s3.bucket },
          {
            label: 'Public access',
            value: env.s3.publicUrl ? `At ${host(env.s3.publicUrl)}` : 'At signed addresses',
          },
        ]
      : [{ label: 'Mode', value: 'Stores files in the data folder of this server' }],
  mail: ({ env }) =>
    env.smtp
      ? [
          { label: 'Server', value: `${env.smtp.host}:${env.smtp.port}` },
          { label: 'Encryption', value: { starttls: 'STARTTLS', tls: 'TLS', none: 'none' }[env.smtp.security] },
          { label: 'Sender', value: env.smtp.from },
        ]
      : [{ label: 'Mode', value: 'Stores emails in the outbox instead of sending them' }],
  payments: ({ env, origin }) =>
    env.flutterwave
      ? [
          { label: 'Address', value: host(env.flutterwave.url) },
          { label: 'Keys', value: /TEST/.test(env.flutterwave.secretKey) ? 'Test mode' : 'Live mode' },
          { label: 'Webhook', value: `${origin}${API_BASE}${payments.webhook.path}` },
        ]
      : [{ label: 'Mode', value: 'Test only: no real cards are charged' }],
  push: ({ env }) =>
    env.fcm
      ? [
          { label: 'Address', value: host(env.fcm.url) },
          { label: 'Project', value: env.fcm.account.project_id },
          { label: 'Service account', value: env.fcm.account.client_email },
        ]
      : [{ label: 'Mode', value: 'Stores notifications instead of sending them' }],
  'short-links': ({ env, origin }) =>
    env.bitly
      ? [
          { label: 'Address', value: host(env.bitly.url) },
          ...(env.bitly.domain ? [{ label: 'Domain', value: env.bitly.domain }] : []),
          { label: 'Shortens', value: `${origin}${SHORT_PATH}…` },
        ]
      : [{ label: 'Links begin with', value: `${origin}${SHORT_PATH}` }],
}
