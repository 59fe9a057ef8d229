/** Of the form, for a new promotion and one that is changed (operations 2). */
export const TITLE = 'Add a Promotion'
