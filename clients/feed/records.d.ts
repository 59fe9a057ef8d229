/** Made by `npm run docs` from the contracts. docs/feed.md says what each field means. */

export type RecordType = 'customers' | 'subscriptions' | 'purchases' | 'refunds' | 'corrections' | 'redemptions' | 'visits' | 'reviews' | 'errors' | 'devices'

/** What became of a line. */
export type State = 'accepted' | 'duplicate' | 'pending' | 'quarantined' | 'rejected'

/** A line of each stream. */
export type Records = {
  customers: {
    id: string
    first_name?: string | null
    last_name?: string | null
    email?: string | null
    phone?: string | null
    birth_date?: string | null
    channel?: 'web' | 'mobile' | 'not_specified' | null
    registered_at: string
    gender?: 'Female' | 'Male' | 'Other' | null
    card_number?: string | null
    default_cinema_id?: string | null
    trailers_watched?: number | null
    kids_club?: {
      guardian_name?: string | null
      consent_on?: string | null
      consent_source?: 'Form' | 'Web' | 'Mobile app' | 'Phone' | 'At the counter' | null
    } | null
    at?: string | null
  }
  subscriptions: {
    id: string
    customer_id: string
    event: 'start' | 'renewal' | 'end'
    at: string
    until?: string | null
    plan?: string | null
    monthly_price?: number | null
    currency?: 'NGN' | null
    tickets?: number | null
    reason?: string | null
  }
  purchases: {
    id: string
    at: string
    channel?: 'web' | 'mobile' | 'not_specified' | null
    cinema_id?: string | null
    customer_id?: string | null
    name?: string | null
    email?: string | null
    phone?: string | null
    payment_reference?: string | null
    referral_code?: string | null
    payment_method?: 'cash' | 'card' | 'transfer' | 'ussd' | 'wallet' | 'voucher' | 'other' | null
    tax?: number | null
    fee?: number | null
    currency?: string | null
    lines: {
      kind: 'ticket' | 'concession' | 'subscription'
      quantity?: number | null
      amount: number
      discount?: number | null
      product?: string | null
      product_id?: string | null
      movie_id?: string | null
      show_at?: string | null
      seats?: string[] | null
    }[]
  }
  refunds: {
    id: string
    purchase_id: string
    at: string
    reason?: string | null
    refund_reference?: string | null
    currency?: string | null
    lines: {
      kind: 'ticket' | 'concession' | 'subscription'
      quantity?: number | null
      amount: number
      show_at?: string | null
    }[]
  }
  corrections: {
    id: string
    at: string
    record_type: 'purchases' | 'refunds' | 'redemptions' | 'visits'
    line_id: string
    reason: string
    line?: Record<string, unknown> | null
  }
  redemptions: {
    id: string
    at: string
    show_at?: string | null
    cinema_id?: string | null
    customer_id?: string | null
    tickets?: number | null
    by_subscription?: boolean | null
    purchase_id?: string | null
  }
  visits: {
    id: string
    at: string
    channel?: 'web' | 'mobile' | 'not_specified' | null
    count?: number | null
  }
  reviews: {
    id: string
    at: string
    movie_id: string
    name?: string | null
    liked: boolean
    review?: string | null
  }
  errors: {
    id: string
    at: string
    message: string
    stack?: string | null
    page?: string | null
    component?: string | null
    release?: string | null
    channel?: 'web' | 'mobile' | 'not_specified' | null
    customer_id?: string | null
  }
  devices: {
    id: string
    at: string
    customer_id?: string | null
    token?: string | null
    platform: 'android' | 'ios' | 'web'
    removed?: boolean | null
  }
}
