const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/
export const isEmail = (email: string): boolean => email.length <= 254 && EMAIL.test(email.trim())
