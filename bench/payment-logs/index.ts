import { paymentLogs } from '#features/payments/payment-logs/contract.ts'
import { measureCompared } from '../compare.ts'
import { cases, sizeOf } from './cases.ts'
import { seed } from './seed.ts'

/** The log of so many payments, its pages, searches and file. */
export const measurePaymentLogs = (count: number) =>
  measureCompared(
    {
      name: 'payment-logs',
      title: 'The payment log',
      rows: 'payments',
      seed,
      sizeOf,
      cases,
      file: paymentLogs.csv.path,
    },
    count,
  )
