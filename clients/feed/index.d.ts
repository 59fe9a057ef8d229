import type { Lines, State, Stream } from './lines.d.ts'

export type * from './lines.d.ts'

export type Options = {
  /** Where Marquee is, such as `https://marquee.chain.example`. */
  url: string
  /** The secret of a feed key. */
  key: string
  /** Answers what would become of the lines, and changes nothing. */
  dryRun?: boolean
  /** Refuses a line with a field that its stream does not have, instead of passing it over. */
  strict?: boolean
  /** Lines of one batch at most: 2,000 when left out, and never more than 5,000. */
  batchLines?: number
  /** Bytes of one batch at most: 8 MB when left out. Where a server or proxy takes less, batches become smaller by themselves. */
  batchBytes?: number
  /** Seconds that one answer is waited for: 120 when left out. */
  timeout?: number
  /** Seconds that one batch is tried again and again before it is given up: 900 when left out. */
  patience?: number
  /** Ends all waiting and sending. What was under way may have arrived: it is sent again next time. */
  signal?: AbortSignal
  /** Called with why a batch is sent again, and in how many seconds. */
  onRetry?: (retry: Retry) => void
}

/** `status`: the HTTP status; undefined where no answer came. */
export type Retry = { stream: Stream; lines: number; why: string; status?: number; seconds: number }

/** What became of one line. `reason` of one that is held or refused; `note` of a duplicate that differs from what is stored. */
export type Outcome = { id: string | null; state: State; reason?: string; note?: string }
export type Counts = Record<State, number>

export type Feed = {
  /**
   * Sends one line. Lines that are sent while a batch of their stream is under way go together in the next one, in the order
   * in which they came. @throws FeedError
   */
  send: <S extends Stream>(stream: S, line: Lines[S]) => Promise<Outcome>
  /** Sends lines batch by batch, and yields each with what became of it, in their order. @throws FeedError */
  sendAll: <S extends Stream>(
    stream: S,
    lines: Iterable<Lines[S]> | AsyncIterable<Lines[S]>,
  ) => AsyncGenerator<Outcome & { line: Lines[S] }, void, undefined>
  /** What became of all lines so far, by their stream. */
  counts: () => Partial<Record<Stream, Counts>>
  /** Fields that were sent, which the stream does not have. */
  passedOver: (stream: Stream) => string[]
}

export declare const connectFeed: (options: Options) => Feed

/** A batch was not taken: its key is not valid, may not send that stream, or patience came to its end. */
export declare class FeedError extends Error {
  constructor(why: string, about: { stream: Stream; status?: number; cause?: unknown })
  readonly stream: Stream
  /** The HTTP status; undefined where nobody answered. */
  readonly status: number | undefined
}
