/** Settings of all date pickers: names for the arrows, and no red days. */
export const pickerLabels = {
  weekendDays: [],
  ariaLabels: { nextMonth: 'Next month', previousMonth: 'Previous month' },
}
