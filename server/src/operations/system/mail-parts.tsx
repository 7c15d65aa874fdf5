export const reason = 'You are receiving this because you are an administrator.'
