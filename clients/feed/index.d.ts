import type { Records, State, RecordType } from './records.d.ts'

export type * from './records.d.ts'

export type Options = {
  /** Where Marquee is, such as `https://marquee.chain.example`. */
  url: string
  /** The secret of a feed key. */
  key: string
  /** Answers what would become of the lines, and changes nothing. */
  dryRun?: boolean
  /** Refuses a line with a field that its stream does not have, instead of passing it over. */
  strict?: boolean
  /** Records of one batch at most: 2,000 when left out, and never more than 5,000. */
  batchLines?: number
  /** Bytes of one batch at most: 8 MB when left out. Where a server or proxy takes less, batches become smaller by themselves. */
  batchBytes?: number
  /** Seconds that one answer is waited for: 120 when left out. */
  timeout?: number
  /** Seconds that one batch is tried again and again before it is given up: 900 when left out. */
  retryTimeout?: number
  /** Ends all waiting and sending. What was under way may have arrived: it is sent again next time. */
  signal?: AbortSignal
  /** Called with why a batch is sent again, and in how many seconds. */
  onRetry?: (retry: Retry) => void
}

/** `status`: the HTTP status; undefined where no answer came. */
export type Retry = { recordType: RecordType; lines: number; reason: string; status?: number; seconds: number }

/** What became of one line. `reason` of one that is held or refused; `note` of a duplicate that differs from what is stored. */
export type Outcome = { id: string | null; state: State; reason?: string; note?: string }
export type Counts = Record<State, number>

export type Feed = {
  /**
   * Sends one line. Records that are sent while a batch of their stream is under way go together in the next one, in the order
   * in which they came. @throws FeedError
   */
  send: <S extends RecordType>(recordType: S, line: Records[S]) => Promise<Outcome>
  /** Sends lines batch by batch, and yields each with what became of it, in their order. @throws FeedError */
  sendAll: <S extends RecordType>(
    recordType: S,
    lines: Iterable<Records[S]> | AsyncIterable<Records[S]>,
  ) => AsyncGenerator<Outcome & { line: Records[S] }, void, undefined>
  /** What became of all lines so far, by their stream. */
  counts: () => Partial<Record<RecordType, Counts>>
  /** Fields that were sent, which the stream does not have. */
  passedOver: (recordType: RecordType) => string[]
}

export declare const connectFeed: (options: Options) => Feed

/** A batch was not taken: its key is not valid, may not send that stream, or retryTimeout is over. */
export declare class FeedError extends Error {
  constructor(message: string, about: { recordType: RecordType; status?: number; cause?: unknown })
  readonly recordType: RecordType
  /** The HTTP status; undefined where nobody answered. */
  readonly status: number | undefined
}
