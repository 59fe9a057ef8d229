/** What every calendar to choose from is given: names for its arrows, and no day in red. */
export const pickerLabels = {
  weekendDays: [],
  ariaLabels: { nextMonth: 'Next month', previousMonth: 'Previous month' },
}
