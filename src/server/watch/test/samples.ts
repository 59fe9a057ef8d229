/** Parses the samples of a scrape by name and labels: `name{label="value"}`. */
export function samplesOf(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))]
    }),
  )
}

/** Returns the names of samples; for histograms the name without a suffix. */
export const namesOf = (samples: Map<string, number>): Set<string> =>
  new Set([...samples.keys()].map((key) => key.split('{', 1)[0]!))
