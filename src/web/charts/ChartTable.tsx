import styles from './Chart.module.css'

type Props = {
  label: string
  /** Column headings; the first is for the rows: Date, Month. */
  headings: readonly string[]
  rows: readonly { id: string; cells: readonly string[] }[]
}

/** Table of a chart's exact figures. */
export const ChartTable = ({ label, headings, rows }: Props) => (
  // The keyboard must reach a frame that scrolls.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className={styles.tableFrame} role="region" aria-label={`${label}, table`} tabIndex={0}>
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells: [name, ...cells] }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            {cells.map((cell, at) => (
              // oxlint-disable-next-line react/no-array-index-key
              <td key={at}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
