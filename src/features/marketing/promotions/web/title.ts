/** Of the form (operations 2), for a new promotion, */
export const ADD_TITLE = 'Add a Promotion'
/** and for one that is changed. */
export const EDIT_TITLE = 'Edit Promotion'
