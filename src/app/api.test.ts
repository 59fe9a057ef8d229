import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { everyEndpoint } from './api.ts'

/** The calls that the specification names (core 7), for the areas that stand. */
const SPECIFIED = `
POST /auth/login
GET /users
POST /auth/logout
POST /auth/forgot-password
POST /admin/forgot-password/{token}
POST /auth/refresh-login
GET /analytics/sales-and-revenue-breakdown
GET /analytics/churn-rate
GET /analytics/redemption-rate
GET /analytics/analytics/users
GET /analytics/ticket-count
GET /analytics/ticket-revenue
GET /analytics/monthly-recurring-revenue
GET /analytics/new-signups-analytics
GET /subscriptions/redemption-rate
GET /analytics/cancelled-recurring-revenue
GET /analytics/subscribed-concession-purchase
GET /analytics/dashboard
GET /analytics/one-time-purchase
GET /analytics/get-users-visit
GET /subscriptions/conversion-rate
GET /analytics/average-ticket-redemption
GET /analytics/customer-churn-rate
GET /movie/admin/list
GET /movie/admin/coming-soon-movies
GET /moviedb/search
GET /moviedb/movie/{id}
GET /moviedb/{id}
POST /movie/create
GET /movie/search
GET /movie/fetch-movie/{id}
GET /movie-ratings/{id}
POST /movie/visiblity/{id}
GET /vista/get-movies-from-vista
GET /film-casts
POST /films
GET /films/{id}
DELETE /films/{id}
PATCH /films/{id}
GET /genres
GET /censor-ratings
GET /film-categories
GET /cinema
POST /aws/s3/uploadWithUrl
POST /aws/s3/uploadFileImage
POST /file/link-upload
POST /file/upload
GET /admin/all-users
GET /subscriptions/user-type
GET /purchase_history/guest-users
GET /admin/find-users
GET /churns
GET /admin/customers/{id}
GET /admin/customers/{id}/concession-purchases
GET /admin/customers/{id}/ticket-purchases
GET /subscriptions/customers/{id}
GET /analytics/guest-users/booking-activity/{email}
PATCH /admin/profile-picture/{id}
POST /admin/create-customer
PUT /admin/edit-profile/{id}
DELETE /admin/customer/{id}
GET /admin/fetch-admins
POST /admin/create-admin
PUT /admin/edit-admin/{id}
DELETE /users/{id}
GET /roles
GET /permissions
GET /roles/{id}
POST /roles
PATCH /roles/{id}
DELETE /roles/{id}
GET /subscriptions
POST /subscriptions/renew-subscription/{id}
DELETE /flutterwave/payment-token/{id}
GET /flutterwave/payment-logs
GET /flutterwave/search-payment-logs
GET /movie/banners
POST /movie/create-banner
PATCH /movie/banners/{id}
DELETE /movie/banner/{id}
GET /promotions/admin
GET /promotions/{id}
POST /promotions
PUT /promotions/{id}
PATCH /promotions/{id}/status
DELETE /promotions/{id}
GET /notification/get-push-notifications
POST /notification/send-push-notification
GET /cast-members
POST /cast-members
PATCH /cast-members/{id}
DELETE /cast-members/{id}
GET /categories
GET /categories/{id}
POST /categories
PATCH /categories/{id}
DELETE /categories/{id}
GET /voucher-groups
POST /generate-subscription-vouchers
GET /cubes
GET /cubes/bookings/available-slots
GET /cubes/bookings
POST /cubes/bookings
PATCH /cubes/bookings/{id}
PATCH /cubes/bookings/{id}/reschedule
PATCH /cubes/bookings/{id}/status
GET /movie/new-list
GET /error-log
GET /concessions
GET /concessions/{id}
GET /cinemas
GET /merchandises
GET /merchandises/{id}
GET /concessions/rosetta/{id}
POST /concessions/upload-image
POST /concessions/combo-deals
PUT /concessions/combo-deals
PUT /concessions/combo-deals/{id}
DELETE /concessions/combo-deals
DELETE /concessions/combo-deals/{id}
PUT /concessions/activate/{id}
PUT /concessions/deactivate
GET /ticket/types
GET /events/admin
GET /events/{id}
POST /events
PUT /events/{id}
DELETE /events/{id}
GET /ticket/ticket-breakdown
`
  .trim()
  .split('\n')

/** The calls that are ours to name; docs/deviations.md lists each with its reason. */
const CHOSEN = `
GET /analytics/sales-and-revenue-breakdown.csv
GET /analytics/churn-rate.csv
GET /analytics/redemption-rate.csv
GET /analytics/analytics/users.csv
GET /analytics/by-cinema
GET /analytics/by-cinema.csv
GET /analytics/by-time
GET /analytics/by-time.csv
GET /analytics/chart.csv
GET /analytics/chain-chart.csv
GET /analytics/one-time-purchase.csv
GET /analytics/live
GET /analytics/churn-summary
GET /analytics/movies-stats
GET /analytics/movies-stats.csv
GET /analytics/movies-stats/{id}
GET /programme/board
GET /programme/board.csv
GET /programme/waiting
GET /programme/schedule
POST /feed/{stream}
GET /feed-keys
GET /feed-counts
GET /feed-corrections
GET /feed-corrections.csv
GET /feed-counted
POST /feed-corrections
GET /feed-lines
GET /feed-lines.csv
GET /feed-lines/{id}
POST /feed-lines/{id}/release
PATCH /feed-lines/{id}
POST /feed-lines/{id}/reject
POST /feed-lines/{id}/reopen
POST /feed-keys
PATCH /feed-keys/{id}
DELETE /feed-keys/{id}
GET /service-tokens
POST /service-tokens
DELETE /service-tokens/{id}
GET /movie/admin/list.csv
GET /movie/admin/coming-soon-movies.csv
GET /moviedb/images/{size}/{file}
POST /movie/format-images
GET /files/{name}
GET /outbox
GET /outbox/{key}/html
GET /search
GET /calendar
GET /recently-deleted
GET /demo/progress
GET /connections
POST /connections/{name}/test
POST /connections/point-of-sale/sync
GET /connections/mail/dead
POST /connections/mail/dead/{id}/retry
GET /subscriptions/user-type.csv
GET /churns.csv
GET /admin/customers/{id}/timeline
POST /admin/customers/{id}/notes
PUT /admin/customers/{id}/notes/{noteId}
DELETE /admin/customers/{id}/notes/{noteId}
POST /admin/customers/{id}/notes/{noteId}/restore
POST /admin/customers/{id}/cancel-subscription
GET /admin/all-users.csv
GET /purchase_history/guest-users.csv
POST /admin/customers/{id}/reset-password
GET /feed/changes
GET /subscriptions.csv
POST /subscriptions
PATCH /subscriptions/{id}
DELETE /subscriptions/{id}
POST /subscriptions/{id}/restore
GET /subscriptions/renewals/{id}
POST /flutterwave/webhook
GET /admin/fetch-admins.csv
POST /users/{id}/restore
GET /admin/{id}/permissions
GET /permissions/{permission}/admins
GET /admin/who-can-do-what.csv
POST /service-tokens/{id}/secret
GET /points
GET /points.csv
GET /points/{id}
GET /points/{id}/history
POST /points/{id}/award
POST /points/{id}/redeem
POST /points/{id}/tier
POST /points/lines/{id}/reverse
GET /kids-club/summary
GET /kids-club/{id}
POST /kids-club
PUT /kids-club/{id}
DELETE /kids-club/{id}
GET /admin/customers/{id}/data.zip
GET /admin/customers/{id}/erasure
POST /admin/customers/{id}/erase
GET /admin/everybody
GET /admin/everybody.csv
GET /admin/duplicates
GET /admin/customers/{id}/duplicates
POST /admin/duplicates/dismiss
POST /admin/duplicates/restore
GET /admin/customers/{id}/merge/{other}
POST /admin/customers/{id}/merge
GET /admin/customers/{id}/merges
POST /admin/customers/{id}/merge/{other}/undo
GET /notification/get-push-notification/{id}
PUT /notification/edit-push-notification/{id}
POST /notification/cancel-push-notification/{id}
GET /notification/get-audience
GET /notification/get-lift/{id}
GET /notification/audiences
POST /notification/audiences
POST /notification/audiences/count
PUT /notification/audiences/{id}
DELETE /notification/audiences/{id}
POST /notification/audiences/{id}/restore
GET /notification/audiences/{id}/people.csv
GET /notification/limits
PUT /notification/limits
GET /notification/get-push-notifications.csv
GET /cast-members.csv
POST /cast-members/{id}/restore
POST /categories/{id}/restore
GET /voucher-groups.csv
GET /voucher-plans
GET /voucher-groups/{id}
GET /voucher-groups/{id}/vouchers
POST /voucher-groups/{id}/codes
GET /voucher-groups/{id}/vouchers.csv
POST /voucher-groups/{id}/void
POST /voucher-groups/{id}/reissue
PATCH /vouchers/{id}
POST /vouchers/redeem
POST /auth/confirm
GET /admin/forgot-password/{token}
GET /auth/accept-invitation/{token}
POST /auth/accept-invitation/{token}
POST /auth/confirm-options
POST /auth/factor
POST /auth/passkey-options
POST /auth/passkey
GET /account/factors
POST /account/passkey-options
POST /account/passkeys
PATCH /account/passkeys/{id}
DELETE /account/passkeys/{id}
POST /account/authenticator-secret
PUT /account/authenticator
DELETE /account/authenticator
POST /account/recovery-codes
POST /users/{id}/reset-factors
DELETE /users/{id}/sessions
GET /admin/admins/{id}/leaving
POST /admin/admins/{id}/invitation
DELETE /admin/admins/{id}/invitation
GET /account
PUT /account
PATCH /account/picture
DELETE /account/picture
PATCH /account/date-language
PUT /account/password
GET /account/sessions
DELETE /account/sessions
DELETE /account/sessions/{id}
GET /account/activity
POST /auth/providers/{provider}/start
POST /auth/providers/{provider}/finish
POST /auth/confirm/provider/start
POST /auth/confirm/provider/finish
GET /auth/providers/{provider}/leave
POST /movie/banner/{id}/restore
POST /movie/banners/{id}/move
POST /promotions/{id}/move
GET /landing-page
GET /promotions/admin.csv
POST /promotions/{id}/restore
GET /public/hero-banners
GET /public/promotions
GET /public/movies
GET /public/events
GET /flutterwave/payment-logs.csv
GET /flutterwave/payment-logs/sums
GET /flutterwave/payment-logs/{id}
POST /flutterwave/payment-logs/{id}/refunds
GET /flutterwave/refunds
GET /flutterwave/refunds/sums
GET /flutterwave/refunds.csv
GET /flutterwave/reconciliations
POST /flutterwave/reconciliations
GET /flutterwave/reconciliations/{day}
PATCH /flutterwave/reconciliation-mismatches/{id}
GET /flutterwave/reconciliation-mismatches
GET /flutterwave/reconciliation-mismatches.csv
GET /flutterwave/reconciliation-mismatches/{id}/comments
POST /flutterwave/reconciliation-mismatches/{id}/comments
PUT /flutterwave/reconciliation-mismatches/{id}/owner
GET /flutterwave/reconciliation-rules
POST /flutterwave/reconciliation-rules/{rule}/settle
GET /flutterwave/reconciliation-fees
PUT /flutterwave/reconciliation-fees
GET /day-closes
GET /day-closes/{day}
POST /day-closes/{day}/close
POST /day-closes/{day}/reopen
PUT /day-closes/{day}/counts
GET /day-closes/{day}/bridge.csv
GET /day-closes/{day}/journal.csv
GET /day-close-accounts
PUT /day-close-accounts
GET /cubes/all
GET /cubes/bookings.csv
GET /cubes/bookings/waiting
GET /cubes/bookings/{id}
GET /cubes/bookings/{id}/reschedule
GET /cubes/bookings/{id}/steps
GET /cubes/{id}/price
GET /cubes/{id}/calendar
POST /cubes
PATCH /cubes/{id}
DELETE /cubes/{id}
POST /cubes/{id}/restore
GET /concessions.csv
GET /concessions/products.csv
GET /concessions/combo-deals.csv
POST /concessions/combo-deals/{id}/restore
PUT /concessions/rosetta/{id}/cinemas
GET /price-changes
GET /price-changes.csv
GET /price-changes/products
POST /price-changes/preview
POST /price-changes
GET /price-changes/{id}
GET /price-changes/{id}/prices.csv
POST /price-changes/{id}/take-back
GET /margin
GET /margin.csv
GET /margin/menus/{id}
GET /margin/menus/{id}/combo
GET /analytics/cube-revenue
GET /analytics/cube-revenue.csv
GET /product-costs
GET /product-costs.csv
GET /products/{id}/costs
PUT /products/{id}/costs
DELETE /products/{id}/costs
GET /merchandises.csv
GET /merchandises/{id}/purchases.csv
GET /events/admin/count
GET /events/admin.csv
POST /events/{id}/restore
GET /ticket/ticket-breakdown.csv
GET /ticket/purchases/{id}
GET /approvals
GET /approvals/waiting
GET /approvals/rules
PUT /approvals/rules/{act}
GET /admin/customer-sharing
PUT /admin/customer-sharing
GET /approvals/{id}
POST /approvals/{id}/approve
POST /approvals/{id}/refuse
POST /approvals/{id}/withdraw
GET /error-log.csv
GET /error-log/releases
GET /error-log/customers.csv
GET /error-log/{id}
GET /error-log/{id}/occurrences
PATCH /error-log/{id}
POST /error-log
GET /audit-log
GET /audit-log/{id}/record
GET /audit-log/people
GET /audit-log.csv
GET /notices
GET /notices/unread
PATCH /notices/{id}
POST /notices/read
GET /notices/choices
PUT /notices/choices/{kind}
GET /views
POST /views
PUT /views/start
PUT /views/{id}
DELETE /views/{id}
POST /views/{id}/restore
POST /bulk-actions
GET /bulk-actions
GET /bulk-actions/{id}
GET /bulk-actions/{id}/rows
GET /bulk-actions/{id}/rows.csv
POST /bulk-actions/{id}/start
POST /bulk-actions/{id}/cancel
POST /bulk-actions/{id}/undo
GET /reports
POST /reports
GET /reports/colleagues
GET /reports/{id}
PUT /reports/{id}
DELETE /reports/{id}
POST /reports/{id}/restore
POST /reports/{id}/pause
POST /reports/{id}/resume
POST /reports/{id}/send
GET /reports/{id}/runs
POST /report-links/{id}/revoke
GET /shared-reports/{token}
GET /shared-reports/{token}/file.csv
POST /imports
POST /imports/{id}/preview
POST /imports/{id}/check
GET /imports/{id}/refused.csv
POST /admin/customers
POST /admin/customers/{id}/take-back
`
  .trim()
  .split('\n')

test('the API has every call of the specification, and no other but those we chose', () => {
  const calls = everyEndpoint.map((endpoint) => `${endpoint.method} ${endpoint.path}`)
  expect(calls.toSorted()).toEqual([...SPECIFIED, ...CHOSEN].toSorted())
})

test('every call says what it is for, and what it takes from its path', () => {
  for (const endpoint of everyEndpoint) {
    expect(endpoint.summary, endpoint.path).toMatch(/^[A-Z]/)
    expect(Boolean(endpoint.params), endpoint.path).toBe(endpoint.path.includes('{'))
  }
})

/** Lists that must be as they are now: what is in them is acted on at once. */
const EXACT = [
  'privacy.duplicates',
  'feed.lines',
  'feed.linesCsv',
  'feed.corrections',
  'feed.correctionsCsv',
  'connections.deadLetters',
  'reports.sharedCsv',
  'bulk-actions.list',
  'bulk-actions.rows',
  'bulk-actions.rowsCsv',
  'imports.refusedCsv',
]
const fieldsOf = ({ reply }: Endpoint) =>
  Object.keys((reply as { _zod: { def: { shape?: object } } } | undefined)?._zod.def.shape ?? {})

test('every list and every export says that a standby may answer it, and only a read does', () => {
  const nameOf = ({ feature, name }: Endpoint) => `${feature}.${name}`
  const lists = everyEndpoint.filter(
    (row) => row.method === 'GET' && (row.stream === 'text/csv' || fieldsOf(row).includes('totalCount')),
  )
  expect(lists.length).toBeGreaterThan(60)
  expect(lists.filter(({ mayLag }) => !mayLag).map(nameOf)).toEqual(EXACT)
  expect(everyEndpoint.filter(({ method, mayLag }) => mayLag && method !== 'GET')).toEqual([])
})
