/**
 * SQL that reads a table of another owner, by table: who reads it and why it is joined rather than asked for. Everything else
 * goes through the owner's door. What nobody uses any more has to go from here.
 */
export type Joins = Record<string, { by: string[]; reason: string }>

export const JOINS: Joins = {
  // Business days
  provider_transactions: {
    by: ['day-close'],
    reason: 'What the provider did with the money of a day is the lower half of its bridge.',
  },
  reconciliations: { by: ['day-close'], reason: 'A day is closed when it was compared with the provider.' },
  vouchers: { by: ['day-close'], reason: 'A business day says which vouchers were redeemed.' },
  voucher_groups: { by: ['day-close'], reason: 'A business day says what its redeemed vouchers were worth.' },
  sales_days: { by: ['day-close'], reason: 'Revenue of business days is what the dashboard shows.' },
  reconciliation_mismatches: { by: ['day-close'], reason: 'A business day says how many mismatches are open.' },

  feed_corrections: {
    by: ['payment-logs'],
    reason: 'The history of a payment says which of its sales were corrected.',
  },

  // Cinemas
  cinemas: {
    by: [
      'admins',
      'analytics',
      'concessions',
      'cubes',
      'customers',
      'day-close',
      'events',
      'merchandise',
      'movie-stats',
      'notifications',
      'payment-logs',
      'programme',
      'server',
      'tickets',
    ],
    reason:
      'Rows say at which cinema by its name, and lists are sorted by it; a role is for some of them, or for those of a state.',
  },
  screens: {
    by: ['analytics', 'events', 'movie-stats', 'programme'],
    reason: 'A showtime is shown with its screen, and how full it was with its seats.',
  },
  showtimes: {
    by: ['analytics', 'catalogue', 'events', 'movie-stats', 'movies', 'programme', 'published'],
    reason: 'Movies are listed by when and where they are shown next, and figures say how full their showings were.',
  },
  states: {
    by: ['admins', 'analytics', 'concessions', 'cubes', 'notifications'],
    reason: 'Cinemas are chosen and listed by their state.',
  },

  // Concessions
  cinema_products: { by: ['events'], reason: 'What is on sale at a cinema is chosen from its menu.' },
  products: {
    by: ['events', 'merchandise'],
    reason: 'Merchandise is the products of one kind, and an event names what is sold at it.',
  },
  merchandise_cinema_days: {
    by: ['concessions'],
    reason: 'The list of merchandise shows how much of each was sold at some cinemas.',
  },
  merchandise_days: { by: ['concessions'], reason: 'The list of merchandise shows how much of each was sold.' },
  merchandise_sales: { by: ['analytics'], reason: 'The check of the roll-ups counts what they were made of.' },

  // Customers
  customers: {
    by: [
      'analytics',
      'error-logs',
      'kids-club',
      'notifications',
      'payment-logs',
      'payments',
      'points',
      'privacy',
      'tickets',
      'trade',
      'vouchers',
    ],
    reason:
      'Lists of millions of rows are searched, filtered and sorted by who somebody is, and hold the row they change.',
  },
  customer_cinemas: {
    by: ['analytics', 'kids-club', 'points', 'trade'],
    reason: 'Who sees the customers of some cinemas sees what is theirs; and the check of the roll-ups counts it.',
  },
  customer_changes: {
    by: ['payments'],
    reason: 'A card that was deleted is not stored again by a late word of the provider.',
  },
  kids_club_members: {
    by: ['customers'],
    reason: 'The export for the kids club is the list of customers with their guardians.',
  },

  // Movies
  movie_cast: {
    by: ['catalogue', 'programme'],
    reason: 'People of casts are found by name; a film without one lacks it.',
  },
  movies: {
    by: [
      'cinemas',
      'concessions',
      'cubes',
      'customers',
      'events',
      'feed',
      'movie-stats',
      'notifications',
      'payment-logs',
      'programme',
      'published',
      'referral-links',
      'tickets',
    ],
    reason: 'Rows say of which movie by its title, and are searched and sorted by it.',
  },

  // Money
  cube_bookings: {
    by: ['analytics', 'approvals', 'day-close', 'payment-logs'],
    reason: 'A payment is where the cube is that was booked with it; whose booking a proposal is about.',
  },
  cubes: {
    by: ['analytics', 'day-close', 'payment-logs'],
    reason: 'A payment is where the cube is that was booked with it.',
  },
  cube_payments: {
    by: ['analytics', 'day-close', 'payment-logs'],
    reason: 'A payment of the log says which booking it was for, and a reconciled day counts it.',
  },
  payment_cards: { by: ['customers'], reason: 'A profile says whether there is a card.' },
  payments: {
    by: ['analytics', 'approvals', 'customers', 'payments', 'tickets'],
    reason: 'A purchase says how it was paid; whose payment a proposal is about.',
  },
  payment_events: { by: ['payment-logs'], reason: 'The payment log is made of what payments told.' },
  payment_refunds: { by: ['cubes'], reason: 'A booking says how far its refund is.' },
  refund_postings: { by: ['analytics'], reason: 'Which refunds a program alone reported is counted again.' },
  plan_names: {
    by: ['customers', 'notifications'],
    reason: 'A subscription has the name of its time, its plan the name of now.',
  },
  plans: {
    by: ['customers', 'vouchers'],
    reason: 'Subscriptions and groups of vouchers name their plan as it is now.',
  },
  referral_sums: {
    by: ['notifications', 'promotions'],
    reason: 'Notifications, promotions and banners are listed with what was bought with their codes.',
  },

  // Points
  loyalty_members: { by: ['notifications'], reason: 'An audience is of members of a tier.' },

  // Figures
  signup_days: { by: ['customers'], reason: 'How many customers there are is read from the roll-up, not counted.' },
  subscription_days: {
    by: ['customers'],
    reason: 'How many of them are active is read from the roll-up, not counted.',
  },
  buyers: { by: ['privacy'], reason: 'Of two records that may be one person it is shown which of them bought.' },

  // Platform
  admins: {
    by: ['admins', 'error-logs', 'payment-logs', 'reports', 'views'],
    reason:
      'Accounts are edited in their features, faults of the back office name whom they happened to, views who made them, and reports who gets them.',
  },
  audit_log: {
    by: ['audit', 'customers', 'privacy'],
    reason: 'The log is listed in its feature, and a person is found in what it says.',
  },
  feed_keys: { by: ['feed'], reason: 'Keys are managed where the feed is.' },
  alerts: { by: ['alerts'], reason: 'What a person gets is said in the alert’s words.' },
  outbox: { by: ['outbox'], reason: 'The mail that was kept is shown in its feature.' },
  cinema_roles: {
    by: ['admins', 'views'],
    reason: 'Roles at some cinemas are edited with the account, and a view is for whoever has a role.',
  },
  roles: { by: ['admins', 'views'], reason: 'Roles are edited in their feature, and a view says which it is for.' },
  settings: { by: ['customers'], reason: 'Row-level security asks whom the chain shows to roles for some cinemas.' },

  // Trade
  guest_cinemas: { by: ['customers'], reason: 'Of some cinemas the list of guests says what they bought there.' },
  guests: { by: ['customers'], reason: 'The list of guests is a list of a million rows.' },
  purchase_lines: {
    by: [
      'analytics',
      'concessions',
      'customers',
      'feed',
      'merchandise',
      'movie-stats',
      'notifications',
      'payment-logs',
      'tickets',
    ],
    reason: 'Lists of what was sold, and the roll-ups that are made of it.',
  },
  purchases: {
    by: [
      'analytics',
      'concessions',
      'customers',
      'day-close',
      'feed',
      'merchandise',
      'movie-stats',
      'notifications',
      'payment-logs',
      'payments',
      'referral-links',
      'tickets',
    ],
    reason: 'Lists of what was sold, and the roll-ups that are made of it.',
  },
  voided_sales: { by: ['day-close'], reason: 'A business day as known at a moment has what counted then.' },
  redemptions: {
    by: ['analytics', 'customers'],
    reason: 'A profile counts visits, and the roll-ups are checked.',
  },
  refund_lines: {
    by: ['analytics', 'customers', 'movie-stats', 'notifications', 'payment-logs', 'tickets'],
    reason: 'What was sold is listed with what of it was given back.',
  },
  refunds: {
    by: [
      'analytics',
      'customers',
      'day-close',
      'movie-stats',
      'notifications',
      'payment-logs',
      'referral-links',
      'tickets',
    ],
    reason: 'What was sold is listed with what of it was given back.',
  },
  subscription_periods: {
    by: ['analytics', 'customers', 'notifications', 'payments', 'points', 'tiers'],
    reason: 'Who has a subscription, and at which plan, is asked of whole lists.',
  },
  ticket_log: {
    by: ['analytics', 'notifications', 'trade'],
    reason:
      'The tickets of some days are found there, to count the seats of their shows; and who had one for a movie; what came back is checked.',
  },
  subscription_events: {
    by: ['analytics', 'customers'],
    reason: 'A profile lists what was told, and the roll-ups are checked.',
  },
  visits: { by: ['analytics'], reason: 'The check of the roll-ups counts what they were made of.' },
}

/** The few writes past the owner's folder. */
export const WRITES: Joins = {
  admins: { by: ['admins'], reason: 'The platform reads accounts at each request; they are edited in their features.' },
  cinema_roles: {
    by: ['admins'],
    reason: 'The platform reads them at each request; they are edited with the account.',
  },
  roles: { by: ['admins'], reason: 'The platform reads roles at each request; they are edited in their feature.' },
  audit_log: {
    by: ['error-logs'],
    reason:
      'count_error_reports records that an error which happened again is open again, in the statement that finds it.',
  },
  movies: {
    by: ['cinemas'],
    reason:
      "The point of sale tells films and showtimes in one answer, and both follow it in one transaction; staff's columns are not touched.",
  },
}
