/** Labels of record fields, as on their own screens, and formatted values. */
import { showCount } from '#contract/counted.ts'
import { showNaira, toNaira } from '#contract/money.ts'
import { permissionLabel } from '#contract/permissions.ts'
import { isDay, showDay, showInstant } from '#contract/time.ts'

/** Labels for fields with the same meaning in every record. */
const COMMON: Record<string, string> = {
  accounts: 'Account codes',
  fees: 'Fees',
  cash: 'Cash',
  card: 'Card',
  actor: 'Who',
  amount: 'Amount',
  approvedBy: 'Approved by',
  audience: 'Audience',
  audience_name: 'Saved audience',
  audience_description: 'Audience conditions',
  body: 'Message',
  censorship_rating: 'Censor rating',
  cinema: 'Cinema',
  cinema_id: 'Cinema',
  cinema_name: 'Cinema',
  code: 'Code',
  comment: 'Comment',
  companyName: 'Company',
  concession_discount: 'Concession discount (%)',
  conditions: 'Conditions',
  consent_date: 'Date of consent',
  consent_source: 'How consent was given',
  cube_id: 'Cube',
  customer_note: 'Note',
  date: 'Date and time',
  dateOfBirth: 'Date of birth',
  day: 'Day',
  default_cinema_id: 'Default cinema',
  description: 'Description',
  device: 'Device',
  email: 'Email',
  endsAt: 'Ends',
  expiresOn: 'Expiry date',
  expires_at: 'Expires',
  firstName: 'First name',
  first_name: 'First name',
  full_name: 'Name',
  gender: 'Gender',
  genre: 'Genre',
  guardian: 'Guardian',
  has_guardian: 'Has a guardian',
  last4: 'Ends with',
  control_percent: 'Control group (%)',
  id: 'ID',
  image: 'Image',
  image_url: 'Image',
  isActive: 'Active',
  isMovie: 'For a movie',
  isVisibleOnHomepage: 'On the landing page',
  is_active: 'Active',
  is_deleted: 'Deleted',
  items: 'Items',
  retained: 'Kept for accounting',
  stays: 'Added or changed after the merge, not moved back',
  kind: 'Kind',
  lastName: 'Last name',
  last_name: 'Last name',
  link: 'Link',
  mobile: 'Phone number',
  months: 'Months',
  movie: 'Movie',
  mobileMedia: 'Image or video for phones',
  movieId: 'Movie',
  movie_id: 'Movie',
  naira: 'Amount',
  name: 'Name',
  note: 'Note',
  permissions: 'Permissions',
  phone_number: 'Phone number',
  place: 'Place in the list',
  plan: 'Plan',
  cinemaRoles: 'Cinema roles',
  pointsLimit: 'Points limit',
  position: 'Where it is shown',
  price: 'Price',
  primaryCta: 'First button',
  primaryCtaUrl: 'First button link',
  product_name: 'Name',
  product_price: 'Price a month',
  visible_customers: 'Customers that cinema staff can see',
  profileImage: 'Picture',
  reason: 'Reason',
  reference: 'Reference',
  refund: 'Refund',
  renewal: 'Renewal',
  resolvedAt: 'Resolved',
  resolvedBy: 'Resolved by',
  retired_at: 'No longer sold since',
  revoked_at: 'Revoked',
  role: 'Role',
  roleId: 'Role ID',
  rosettaCardNumber: 'Card number',
  rosetta_cinema_id: 'Cinema',
  rosetta_movie_id: 'Movie',
  secondaryCta: 'Second button',
  secondaryCtaUrl: 'Second button link',
  source: 'Source',
  startsAt: 'Starts',
  state: 'State',
  status: 'Status',
  record_types: 'Record types',
  subEndDate: 'Subscription ends',
  subStartDate: 'Subscription starts',
  subscripitionName: 'Plan',
  subscriptionId: 'Plan ID',
  tags: 'Tags',
  tickets: 'Tickets a month',
  thumbnail: 'Thumbnail',
  title: 'Title',
  trailer: 'Trailer',
  url: 'Link',
  userType: 'Account type',
  until: 'Until',
  version: 'Version',
  webMedia: 'Image or video for the web',
}

/** Labels of one kind of record, if they differ or exist only there. */
const OF: Record<string, Record<string, string>> = {
  movie: {
    movie_title: 'Title',
    description: 'Overview',
    youtube_trailer: 'Trailer',
    is_available_for_display: 'Approved',
    big_poster: 'Large poster',
    small_poster: 'Small poster',
    big_backround: 'Large background',
    small_background: 'Small background',
    movie_cast_list: 'Cast',
    release_year: 'Release year',
    movie_run_time: 'Run time (minutes)',
    is_coming_soon: 'Coming soon',
    is_coming_soon_date: 'Opens on',
    feature: 'Featured',
  },
  film: {
    overview: 'Overview',
    backdropImage: 'Large background',
    backdropImageSmall: 'Small background',
    posterImage: 'Large poster',
    posterImageSmall: 'Small poster',
    trailerURL: 'Trailer',
    releaseYear: 'Release year',
    featureLength: 'Run time (minutes)',
    censorRating: 'Censor rating',
    isApproved: 'Approved',
    upcoming: 'Coming soon',
    openingDate: 'Opens on',
    featured: 'Featured',
    genres: 'Genres',
    casts: 'Cast',
    film_casts: 'Cast',
    film_images: 'Images',
    film_categories: 'Categories',
    film_public_contents: 'Public videos',
    film_vod_contents: 'Videos on demand',
    name: 'Name',
    character: 'Character',
  },
  'hero banner': {
    youtube_trailer: 'Trailer',
    url: 'Link',
    web_image: 'Image for the web',
    mobile_image: 'Image for phones',
    starts_at: 'Starts',
    ends_at: 'Ends',
  },
  event: {
    price: 'Price',
    movie_ids: 'Movies',
    showtime_ids: 'Showtimes',
    ticket_ids: 'Ticket types',
    concession_ids: 'Concessions',
    concession_quantities: 'Concession quantities',
    event_category: 'Category',
  },
  customer: {
    billingCycle: 'Billing cycle',
    cardNumber: 'Card number',
    defaultCinema: 'Default cinema',
    numberOfMonths: 'Months',
    paymentCard: 'Payment card',
    paymentType: 'Paid by',
    preferredBillingCycle: 'Billing cycle',
    line: 'Points ledger entry',
    lifetime: 'Lifetime points',
    available: 'Available points',
    tier: 'Loyalty tier',
  },
  'cube booking': {
    guest_count: 'Guests',
    has_corkage: 'Corkage',
    starts_at: 'Starts',
    reschedule_date: 'Requested new time',
    payment_amount: 'Price',
    reschedule_fee: 'Fee',
    payment_method: 'Paid by',
  },
  product: { from_day: 'From', cost_price: 'Cost' },
  'price change': {
    change: 'Change',
    days: 'Days',
    products: 'Products',
    cinemas: 'Cinemas',
    prices: 'Prices',
    more_prices: 'More prices',
  },
  'feed line': { at: 'When', channel: 'Channel', currency: 'Currency', lines: 'Lines' },
  'feed correction': { at: 'When', channel: 'Channel', currency: 'Currency', lines: 'Lines' },
  'approval rule': { rule: 'Needs approval', hours: 'Expires after (hours)', isEmailed: 'Email' },
  role: { twoFactorFrom: 'Two-factor authentication required from' },
  cube: {
    state: 'State of the country',
    first_hour: 'First hour',
    last_hour: 'Last hour',
    base_price: 'Price',
    guest_price: 'Price per extra guest',
    guests_included: 'Guests included',
    no_show_percent: 'No-show fee (%)',
  },
  plan: { product_id: 'Plan ID', is_multi_user: 'Multi-user plan' },
  notification: {
    name: 'Sent as',
    schedule_date: 'Day',
    schedule_time: 'Time',
    is_scheduled: 'Scheduled',
  },
  'notification limits': {
    per_week: 'Maximum in 7 days',
    quiet_from: 'Quiet from',
    quiet_to: 'Quiet until',
  },
  'referral link': {
    referral_code: 'Code',
    short_referral_link: 'Short link',
    long_referral_link: 'Full link',
  },
  'voucher group': {
    quantity: 'Vouchers',
    subscriptionId: 'Plan ID',
    paymentConfirmed: 'Payment confirmed',
    vouchers: 'Vouchers',
    voucher: 'Voucher',
    recipient: 'Recipient',
    term: 'Subscription until',
  },
}

/** Returns the label of a field, if it has one. Fields stored under a label, such as a cinema's name, are their own label. */
export const labelOf = (entity: string, field: string): string | undefined =>
  OF[entity]?.[field] ?? COMMON[field] ?? (/^[A-Z]/.test(field) || field.includes(' ') ? field : undefined)

/** Returns the label of a field, or makes one from its name. */
export function fieldName(entity: string, field: string): string {
  const text = field
    .replace(/_?[iI]d$/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase()
  return labelOf(entity, field) ?? (text ? text[0]!.toUpperCase() + text.slice(1) : field)
}

const NAIRA = new Set(
  'amount base_price cost_price guest_price naira payment_amount price product_price reschedule_fee'.split(' '),
)
/** Fields that are counts, not ids or years. */
const COUNTED = new Set('available lifetime points quantity vouchers'.split(' '))
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/

/** Formats a value for people: instants and days as on screens, kobo and naira as money, lists and records in lines. */
export function describeValue(entity: string, field: string, value: unknown, zone: string): string {
  if (value === undefined || value === null || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return inMoney(field, value) ?? (COUNTED.has(field) ? showCount(value) : String(value))
  if (typeof value === 'string') {
    if (field === 'permissions') return value === '*' ? 'Everything' : permissionLabel(value)
    return INSTANT.test(value) ? showInstant(value, zone) : isDay(value) ? showDay(value) : value
  }
  if (Array.isArray(value)) return value.map((item) => describeValue(entity, field, item, zone)).join('\n') || '–'
  return Object.entries(value)
    .map(
      ([name, inner]) =>
        `${fieldName(entity, name)}: ${describeValue(entity, name, inner, zone).replaceAll('\n', ', ')}`,
    )
    .join('\n')
}

const inMoney = (field: string, value: number): string | undefined =>
  /kobo$/i.test(field) ? showNaira(toNaira(value)) : NAIRA.has(field) ? showNaira(value) : undefined
