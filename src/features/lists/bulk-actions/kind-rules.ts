import { concessions } from '#features/counter/concessions/contract.ts'
import { margin } from '#features/counter/concessions/margin-contract.ts'
import { customers } from '#features/customers/customers/contract.ts'
import { BILLING_CYCLES, CONSENT_SOURCES, GENDERS } from '#features/customers/customers/rules.ts'
import { events } from '#features/marketing/events/contract.ts'
import { eventList } from '#features/marketing/events/list-contract.ts'
import { kidsClub } from '#features/customers/kids-club/contract.ts'
import { referralLinks } from '#features/marketing/referral-links/contract.ts'
import { vouchers } from '#features/marketing/vouchers/contract.ts'
import type { Action, Reply, Result, Selected } from './action-rules.ts'
import type { ImportField } from './cell-rules.ts'

/** Lines of a file, each of which becomes one call; what they say is found out on the server (`server/import-kinds.ts`). */
export type Import = Omit<Action, 'list' | 'select' | 'paging' | 'reads' | 'isOffered' | 'fields' | 'result'> & {
  /** How rows are called that would change, and that were. */
  labels: { valid: string; changed: string }
  fields: readonly ImportField[]
  /** Of each, one at least must be known of a line. */
  needs: readonly (readonly string[])[]
  /** A line with this field is about a record that is there, and needs nothing else. */
  knownBy?: string
  /** What whoever chooses a file should know. */
  note: string
  /** With the id of what it made or changed, where that was not known before. */
  result?: (reply: never) => Result & { id: string | number }
  /** What the list says of itself that every line is for, by its names: a cinema, a group. */
  place?: readonly string[]
}

const LINES = { done: 'Imported', ask: ({ input }: Selected) => input! }
/** Each line adds a record, or changes one. */
const ADDS = { ...LINES, labels: { valid: 'Will be added', changed: 'Added' } }
const CHANGES = { ...LINES, labels: { valid: 'Will be changed', changed: 'Changed' } }
const choices = (labels: readonly string[], more: Readonly<Record<string, readonly string[]>> = {}) =>
  Object.fromEntries(labels.map((word) => [word, more[word] ?? []]))
const versioned = ({ id, version }: Selected) => ({ params: { id }, query: { version } })
const madeOf = ({ id, version }: { id: number; version: number }) => ({ id, version })
const userOf = ({ userId: id, version }: { userId: number; version: number }) => ({ id, version })

const EMAIL: ImportField = {
  name: 'email',
  label: 'Email',
  names: ['e-mail', 'email address', 'mail', 'mail address'],
  type: 'email',
  example: 'ada.obi@example.com',
}
const PHONE: ImportField = {
  name: 'mobile',
  label: 'Phone number',
  names: [
    'phone',
    'mobile',
    'gsm',
    'tel',
    'telephone',
    'cell',
    'whatsapp',
    'handset',
    'phone no',
    'phone nos',
    'mobile number',
    'mobile no',
    'gsm no',
    'gsm number',
    'tel no',
    'contact number',
  ],
  type: 'phone',
  example: '0803 123 4567',
}
const CINEMA: ImportField = {
  name: 'cinema',
  label: 'Cinema',
  names: ['location', 'branch', 'site', 'cinema name', 'theatre'],
  type: 'text',
  forAll: true,
  example: 'Marquee Lekki',
}
const MOVIE: ImportField = {
  name: 'movie',
  label: 'Movie',
  names: ['film', 'movie title', 'title', 'movie name'],
  type: 'text',
  forAll: true,
  example: 'A Tribe Called Judah',
}
const PRODUCT_ID: ImportField = {
  name: 'product_id',
  label: 'Product ID',
  names: ['id', 'item id', 'sku', 'product code', 'code'],
  type: 'text',
  example: '',
}
const PRODUCT: ImportField = {
  name: 'product',
  label: 'Product',
  names: ['title', 'name', 'product name', 'item'],
  type: 'text',
  example: 'Popcorn Large',
}

/** By their names. The calls of their lists' files say where they are offered. */
export const IMPORTS: Readonly<Record<string, Import>> = {
  'import.customers': {
    label: 'Import customers',
    ...ADDS,
    rows: ['customer', 'customers'],
    file: customers.listCsv,
    call: customers.add,
    result: userOf,
    undo: { call: customers.undo, ask: ({ id, version }) => ({ params: { id }, body: { version } }) },
    note: 'Customers are added without a subscription. They choose a password with “Forgot password”.',
    needs: [['first_name', 'name'], ['last_name', 'name'], ['email'], ['mobile'], ['dateOfBirth']],
    knownBy: 'id',
    fields: [
      {
        name: 'id',
        label: 'Customer ID',
        names: ['user id', 'customer no', 'customer number'],
        type: 'text',
        example: '',
      },
      {
        name: 'first_name',
        label: 'First name',
        names: ['given name', 'forename', 'other names', 'other name', 'given names'],
        type: 'text',
        example: 'Ada',
      },
      { name: 'last_name', label: 'Last name', names: ['surname', 'family name'], type: 'text', example: 'Obi' },
      {
        name: 'name',
        label: 'Full name',
        names: ['name', 'customer', 'customer name'],
        except: ['other', 'middle', 'mother', 'father', 'user', 'company'],
        type: 'text',
        example: '',
      },
      EMAIL,
      PHONE,
      {
        name: 'dateOfBirth',
        label: 'Date of birth',
        names: ['dob', 'birthday', 'birth date', 'born', 'date birth'],
        type: 'day',
        example: '24/05/1990',
      },
      {
        name: 'gender',
        label: 'Gender',
        names: ['sex'],
        type: 'choice',
        choices: choices(GENDERS, { Female: ['f', 'woman'], Male: ['m', 'man'] }),
        example: 'Female',
      },
      {
        name: 'preferredBillingCycle',
        label: 'Billing cycle',
        names: ['preferred billing cycle'],
        type: 'choice',
        choices: choices(BILLING_CYCLES),
        example: '',
      },
      { ...CINEMA, label: 'Preferred cinema', names: [...CINEMA.names, 'cinema', 'default cinema', 'home cinema'] },
    ],
  },
  'import.kids-club': {
    label: 'Import members',
    ...ADDS,
    rows: ['kids club member', 'kids club members'],
    file: customers.allCsv,
    call: kidsClub.add,
    result: userOf,
    undo: { call: kidsClub.remove, ask: versioned },
    note: 'Members must already be customers, found by customer ID, card, email or phone number',
    needs: [['id', 'email', 'mobile']],
    fields: [
      {
        name: 'id',
        label: 'Customer ID or card number',
        names: ['user id', 'id', 'customer id', 'customer no', 'customer number', 'card number', 'card no'],
        type: 'text',
        example: '',
      },
      EMAIL,
      PHONE,
      {
        name: 'guardianName',
        label: 'Guardian',
        names: ['guardian name', 'parent', 'parent name'],
        type: 'text',
        example: 'Ngozi Obi',
      },
      {
        name: 'consentDate',
        label: 'Consent date',
        names: ['consent', 'date of consent', 'consent given'],
        type: 'day',
        forAll: true,
        example: '01/03/2026',
      },
      {
        name: 'consentSource',
        label: 'Consent by',
        names: ['consent source', 'source'],
        type: 'choice',
        choices: choices(CONSENT_SOURCES),
        forAll: true,
        example: 'Form',
      },
    ],
  },
  'import.prices': {
    label: 'Import prices',
    ...CHANGES,
    done: 'Imported the prices of',
    rows: ['product', 'products'],
    file: concessions.productsCsv,
    call: concessions.atCinemas,
    result: ({ results: [one] }: Reply<typeof concessions.atCinemas>) => ({
      id: `${one!.cinema_id} ${one!.product?.product_id}`,
      version: one!.product?.version,
      rejected: one!.outcome === 'refused' ? one!.message : undefined,
    }),
    undo: {
      call: concessions.atCinemas,
      ask: ({ version, undo }) => {
        const { product, cinema, ...before } = undo as { product: string; cinema: string }
        return { params: { id: product }, body: { cinemas: [{ cinema_id: cinema, version }], ...before } }
      },
    },
    place: ['cinema_id'],
    note: 'Existing prices stay as they are. A file may have several cinemas.',
    needs: [['product_id', 'product'], ['price', 'active'], ['cinema']],
    fields: [
      PRODUCT_ID,
      { ...PRODUCT, label: 'Title' },
      {
        name: 'price',
        label: 'Price',
        names: ['new price', 'own price', 'amount', 'price (ngn)'],
        type: 'amount',
        example: '₦2,500.00',
      },
      { name: 'active', label: 'Active', names: ['on sale', 'status', 'sold'], type: 'yes', example: 'Yes' },
      CINEMA,
    ],
  },
  'import.costs': {
    label: 'Import costs',
    ...CHANGES,
    done: 'Imported',
    rows: ['cost', 'costs'],
    file: margin.costsCsv,
    call: margin.setCost,
    undo: {
      call: margin.setCost,
      ask: ({ undo }) => {
        const { id, ...body } = undo as { id: number }
        return { params: { id }, body }
      },
    },
    note: 'A cost from the same day is replaced. Other costs stay as they are.',
    needs: [['product_id', 'product'], ['cost'], ['from_day']],
    fields: [
      PRODUCT_ID,
      PRODUCT,
      {
        name: 'cost',
        label: 'Cost',
        names: ['cost price', 'unit cost', 'purchase price', 'cost (ngn)'],
        type: 'amount',
        example: '₦900.00',
      },
      {
        name: 'from_day',
        label: 'From',
        names: ['first day', 'date', 'valid', 'effective', 'since', 'start date'],
        type: 'day',
        forAll: true,
        example: '01/12/2026',
      },
    ],
  },
  'import.vouchers': {
    label: 'Import recipients',
    ...CHANGES,
    rows: ['recipient', 'recipients'],
    file: vouchers.csv,
    call: vouchers.change,
    result: madeOf,
    undo: {
      call: vouchers.change,
      ask: ({ id, version, undo }) => ({ params: { id }, body: { ...undo, version } }),
    },
    place: ['id'],
    note: 'Each recipient gets the next unused voucher, or the one whose code is in the line',
    needs: [['recipient', 'code']],
    fields: [
      {
        name: 'recipient',
        label: 'Recipient',
        names: ['name', 'full name', 'beneficiary', 'staff', 'employee', 'staff name', 'email'],
        type: 'text',
        example: 'Ada Obi',
      },
      { name: 'code', label: 'Code', names: ['voucher', 'voucher code'], type: 'text', example: '' },
    ],
  },
  'import.referral-links': {
    label: 'Import links',
    ...ADDS,
    rows: ['referral link', 'referral links'],
    file: referralLinks.csv,
    call: referralLinks.create,
    result: madeOf,
    undo: { call: referralLinks.remove, ask: versioned },
    note: 'Missing codes and links are created. Short links use this server.',
    needs: [['name'], ['movie']],
    fields: [
      {
        name: 'name',
        label: 'Name',
        names: ['cast member', 'person', 'full name', 'influencer'],
        type: 'text',
        example: 'Ada Obi',
      },
      MOVIE,
      { name: 'code', label: 'Referral Code', names: ['code'], type: 'text', example: '' },
      {
        name: 'long',
        label: 'Long Link',
        names: ['link', 'url', 'long url', 'shop link'],
        // Those of an export, which are made anew.
        except: ['short'],
        type: 'text',
        example: '',
      },
    ],
  },
  'import.events': {
    label: 'Import events',
    ...ADDS,
    rows: ['event', 'events'],
    file: eventList.csv,
    call: events.create,
    result: madeOf,
    undo: { call: events.remove, ask: versioned },
    note: 'An event needs a showtime, found by cinema, movie, date and time',
    needs: [
      ['name'],
      ['description'],
      ['cinema'],
      ['movie'],
      ['date'],
      ['time', 'date'],
      ['ticket'],
      ['price'],
      ['image'],
    ],
    fields: [
      { name: 'name', label: 'Event Name', names: ['event', 'name'], type: 'text', example: 'Family Sunday' },
      {
        name: 'description',
        label: 'Description',
        names: ['about', 'details', 'text'],
        type: 'text',
        forAll: true,
        example: 'A film and a box of popcorn for the family',
      },
      CINEMA,
      MOVIE,
      {
        name: 'date',
        label: 'Date',
        names: ['event time & date', 'day', 'event date', 'show date'],
        type: 'day',
        forAll: true,
        example: '06/12/2026',
      },
      {
        name: 'time',
        label: 'Time',
        names: ['start', 'clock', 'show time', 'start time'],
        type: 'time',
        example: '14:00',
      },
      {
        name: 'ticket',
        label: 'Ticket',
        names: ['ticket type', 'ticket name'],
        type: 'text',
        forAll: true,
        example: 'Adult',
      },
      {
        name: 'price',
        label: 'Ticket Price',
        names: ['price', 'amount'],
        type: 'amount',
        forAll: true,
        example: '₦4,000.00',
      },
      { name: 'category', label: 'Category', names: ['event category'], type: 'text', forAll: true, example: '' },
      {
        name: 'image',
        label: 'Image',
        names: ['picture', 'image url', 'poster'],
        type: 'text',
        forAll: true,
        example: 'https://example.com/family.jpg',
      },
    ],
  },
}
