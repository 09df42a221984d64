import type { Route } from '../../pipeline/route.ts';
import { DESK_REPLIES, DESK_TAG } from '../route-kinds.ts';

const DRAWS = ['keys', 'table:write', 'objects:read', 'objects:write', 'function:render-sample'] as const;
const PRINTS = [...DRAWS, 'function:print-picture', 'function:rewrite-svg'] as const;
const INSPECTS = [...DRAWS, 'function:inspect-pdf'] as const;

export const deskBrand = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-brand',
  path: '/desk/brand',
  entry: 'functions/desk/brand/brand.ts',
  desk: 'brand',
  summary: 'The brand of the company, its pictures and its card templates',
  uses: DRAWS,
  timeoutSeconds: 29,
} as const satisfies Route;

export const deskChangeBrand = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-change-brand',
  path: '/desk/brand',
  entry: 'functions/desk/brand/change-brand.ts',
  desk: 'brand',
  summary: 'Change the brand of the company',
  uses: DRAWS,
  timeoutSeconds: 29,
} as const satisfies Route;

export const deskPreviewBrand = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  name: 'desk-preview-brand',
  path: '/desk/brand/preview',
  entry: 'functions/desk/brand/preview-brand.ts',
  desk: 'brand',
  replies: { 200: 'image/jpeg', 303: null },
  summary: 'The card as a picture, with a brand that is not saved yet',
  uses: DRAWS,
  memoryMb: 1024,
  timeoutSeconds: 29,
} as const satisfies Route;

export const deskBrandPicture = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-brand-picture',
  path: '/desk/brand/pictures/{role}',
  entry: 'functions/desk/brand/brand-picture.ts',
  desk: 'brand',
  summary: 'Upload or remove a picture of the brand',
  uses: PRINTS,
  memoryMb: 1024,
  timeoutSeconds: 29,
} as const satisfies Route;

export const deskUploadTemplate = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-upload-template',
  path: '/desk/templates',
  entry: 'functions/desk/brand/upload-template.ts',
  desk: 'brand',
  summary: 'Upload a PDF template for cards',
  uses: INSPECTS,
  memoryMb: 1024,
  timeoutSeconds: 29,
} as const satisfies Route;

export const deskShowTemplate = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  name: 'desk-show-template',
  path: '/desk/templates/{template_id}/preview',
  entry: 'functions/desk/brand/show-template.ts',
  desk: 'brand',
  replies: { 200: 'application/pdf', 303: null },
  summary: 'A card template filled with sample values',
  uses: DRAWS,
  memoryMb: 1024,
  timeoutSeconds: 29,
} as const satisfies Route;

export const deskChangeTemplate = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-change-template',
  path: '/desk/templates/{template_id}/change',
  entry: 'functions/desk/brand/change-template.ts',
  desk: 'brand',
  summary: 'Activate or delete a card template, or revert to the previous one',
  uses: DRAWS,
  timeoutSeconds: 29,
} as const satisfies Route;

export const deskTemplate = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-template',
  path: '/desk/templates/{template_id}',
  entry: 'functions/desk/brand/template.ts',
  desk: 'brand',
  summary: 'A card template with its fields on the page',
  uses: DRAWS,
  timeoutSeconds: 29,
} as const satisfies Route;

export const deskChangePlaces = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-change-places',
  path: '/desk/templates/{template_id}',
  entry: 'functions/desk/brand/change-places.ts',
  desk: 'brand',
  summary: 'Name a card template, and place its fields on the page',
  uses: DRAWS,
  timeoutSeconds: 29,
} as const satisfies Route;

export const deskShowPage = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  name: 'desk-show-page',
  path: '/desk/templates/{template_id}/pages/{page}',
  entry: 'functions/desk/brand/show-page.ts',
  desk: 'brand',
  replies: { 200: 'image/jpeg', 303: null },
  summary: 'A page of a card template as a picture, empty or filled with sample values',
  uses: DRAWS,
  memoryMb: 1024,
  timeoutSeconds: 29,
} as const satisfies Route;

export const deskDrawTemplate = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  name: 'desk-draw-template',
  path: '/desk/templates/{template_id}/picture',
  entry: 'functions/desk/brand/draw-template.ts',
  desk: 'brand',
  replies: { 200: 'image/jpeg', 303: null },
  summary: 'A page of a card template as a picture, with placements that are not saved yet',
  uses: DRAWS,
  memoryMb: 1024,
  timeoutSeconds: 29,
} as const satisfies Route;

export const deskBrandRoutes = [
  deskBrand,
  deskChangeBrand,
  deskPreviewBrand,
  deskBrandPicture,
  deskUploadTemplate,
  deskShowTemplate,
  deskChangeTemplate,
  deskTemplate,
  deskChangePlaces,
  deskShowPage,
  deskDrawTemplate,
];
