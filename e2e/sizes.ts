export const DESK = { width: 1440, height: 900 }
export const PHONE = { width: 390, height: 844 }

/** With fingers, drawers and sheets: what `test.use` takes for what differs on a phone. */
export const ON_PHONE = { viewport: PHONE, hasTouch: true, isMobile: true }
/** For what is to be done the same way on both. */
export const DEVICES = { 'at a desk': {}, 'on a phone': ON_PHONE }
