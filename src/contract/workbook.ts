/** The media type of a workbook (Office Open XML, ISO/IEC 29500), as Excel, LibreOffice and Google Sheets read it. */
export const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
