/**
 * Verbs that begin the summary of an audit log entry, with their imperatives. The audit log shows what happened (“Created
 * 15,000 vouchers”), an approval request what is requested (“Create 15,000 vouchers”).
 */
const VERBS = {
  Accepted: 'Accept',
  Activated: 'Activate',
  Added: 'Add',
  Allowed: 'Allow',
  Approved: 'Approve',
  Awarded: 'Award',
  Booked: 'Book',
  Cancelled: 'Cancel',
  Changed: 'Change',
  Cleared: 'Clear',
  Closed: 'Close',
  Compared: 'Compare',
  Confirmed: 'Confirm',
  Corrected: 'Correct',
  Created: 'Create',
  Deactivated: 'Deactivate',
  Declined: 'Decline',
  Deleted: 'Delete',
  Denied: 'Deny',
  Edited: 'Edit',
  Ended: 'End',
  Erased: 'Erase',
  Exported: 'Export',
  Failed: 'Fail',
  Ignored: 'Ignore',
  Imported: 'Import',
  Invited: 'Invite',
  Linked: 'Link',
  Marked: 'Mark',
  Merged: 'Merge',
  Moved: 'Move',
  Opened: 'Open',
  Paused: 'Pause',
  Redeemed: 'Redeem',
  Refunded: 'Refund',
  Reinstated: 'Reinstate',
  Rejected: 'Reject',
  Released: 'Release',
  Removed: 'Remove',
  Renamed: 'Rename',
  Renewed: 'Renew',
  Reopened: 'Reopen',
  Repeated: 'Repeat',
  Replaced: 'Replace',
  Requested: 'Request',
  Rescheduled: 'Reschedule',
  Reset: 'Reset',
  Resolved: 'Resolve',
  Restored: 'Restore',
  Resumed: 'Resume',
  Retried: 'Retry',
  Reversed: 'Reverse',
  Revoked: 'Revoke',
  Saved: 'Save',
  Scheduled: 'Schedule',
  Sent: 'Send',
  Set: 'Set',
  Shared: 'Share',
  Signed: 'Sign',
  Stopped: 'Stop',
  Synced: 'Sync',
  Tested: 'Test',
  Turned: 'Turn',
  Unapproved: 'Unapprove',
  Undid: 'Undo',
  Uploaded: 'Upload',
  Used: 'Use',
  Viewed: 'View',
  Voided: 'Void',
} as const

export type PastVerb = keyof typeof VERBS

/** A sentence without a full stop or personal data beyond names. Its subject is the actor of the entry. */
export type AuditSummary = `${PastVerb} ${string}`

/** Turns the summary of an action into a request: “Created the role Cashier” into “Create the role Cashier”. */
export function imperative(summary: AuditSummary): string {
  const [verb = ''] = summary.split(' ', 1)
  return VERBS[verb as PastVerb] + summary.slice(verb.length)
}
