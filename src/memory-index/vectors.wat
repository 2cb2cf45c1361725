;; Vectors of int16 numbers (SIMD). Addresses and strides in bytes; a stride is a multiple of 64.
(module
  (memory (import "memory" "memory") 1)

  ;; Dot products of a query with every row of a block: out[row] = scale * (query . vector[row]), float32.
  ;; Sums are of 32 bits: what is multiplied has at most the length 32,767.
  (func (export "dots") (param $query i32) (param $vector i32) (param $stride i32) (param $rows i32) (param $out i32) (param $scale f32)
    (local $p i32) (local $end i32)
    (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128)
    (block $done (loop $row
      (br_if $done (i32.eqz (local.get $rows)))
      (local.set $a0 (v128.const i32x4 0 0 0 0))
      (local.set $a1 (v128.const i32x4 0 0 0 0))
      (local.set $a2 (v128.const i32x4 0 0 0 0))
      (local.set $a3 (v128.const i32x4 0 0 0 0))
      (local.set $p (local.get $query))
      (local.set $end (i32.add (local.get $query) (local.get $stride)))
      (loop $dim
        (local.set $a0 (i32x4.add (local.get $a0) (i32x4.dot_i16x8_s (v128.load offset=0 (local.get $p)) (v128.load offset=0 (local.get $vector)))))
        (local.set $a1 (i32x4.add (local.get $a1) (i32x4.dot_i16x8_s (v128.load offset=16 (local.get $p)) (v128.load offset=16 (local.get $vector)))))
        (local.set $a2 (i32x4.add (local.get $a2) (i32x4.dot_i16x8_s (v128.load offset=32 (local.get $p)) (v128.load offset=32 (local.get $vector)))))
        (local.set $a3 (i32x4.add (local.get $a3) (i32x4.dot_i16x8_s (v128.load offset=48 (local.get $p)) (v128.load offset=48 (local.get $vector)))))
        (local.set $p (i32.add (local.get $p) (i32.const 64)))
        (local.set $vector (i32.add (local.get $vector) (i32.const 64)))
        (br_if $dim (i32.lt_u (local.get $p) (local.get $end))))
      (local.set $a0 (i32x4.add (i32x4.add (local.get $a0) (local.get $a1)) (i32x4.add (local.get $a2) (local.get $a3))))
      (f32.store (local.get $out) (f32.mul (local.get $scale) (f32.convert_i32_s (i32.add
        (i32.add (i32x4.extract_lane 0 (local.get $a0)) (i32x4.extract_lane 1 (local.get $a0)))
        (i32.add (i32x4.extract_lane 2 (local.get $a0)) (i32x4.extract_lane 3 (local.get $a0)))))))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (local.set $rows (i32.sub (local.get $rows) (i32.const 1)))
      (br $row))))

  ;; Dot products of four queries with every row of a block. The queries stand side by side, eight numbers of each in turn.
  ;; Of each row with a product of at least $least: its number and the four products, int32. Gives the end of what it wrote.
  (func (export "near") (param $queries i32) (param $vector i32) (param $stride i32) (param $rows i32) (param $out i32) (param $least i32) (result i32)
    (local $row i32) (local $p i32) (local $end i32) (local $x v128) (local $floor v128)
    (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128)
    (local.set $floor (i32x4.splat (local.get $least)))
    (block $done (loop $each
      (br_if $done (i32.ge_u (local.get $row) (local.get $rows)))
      (local.set $a0 (v128.const i32x4 0 0 0 0))
      (local.set $a1 (v128.const i32x4 0 0 0 0))
      (local.set $a2 (v128.const i32x4 0 0 0 0))
      (local.set $a3 (v128.const i32x4 0 0 0 0))
      (local.set $p (local.get $queries))
      (local.set $end (i32.add (local.get $vector) (local.get $stride)))
      (loop $dim
        (local.set $x (v128.load offset=0 (local.get $vector)))
        (local.set $a0 (i32x4.add (local.get $a0) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=0 (local.get $p)))))
        (local.set $a1 (i32x4.add (local.get $a1) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=16 (local.get $p)))))
        (local.set $a2 (i32x4.add (local.get $a2) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=32 (local.get $p)))))
        (local.set $a3 (i32x4.add (local.get $a3) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=48 (local.get $p)))))
        (local.set $x (v128.load offset=16 (local.get $vector)))
        (local.set $a0 (i32x4.add (local.get $a0) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=64 (local.get $p)))))
        (local.set $a1 (i32x4.add (local.get $a1) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=80 (local.get $p)))))
        (local.set $a2 (i32x4.add (local.get $a2) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=96 (local.get $p)))))
        (local.set $a3 (i32x4.add (local.get $a3) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=112 (local.get $p)))))
        (local.set $vector (i32.add (local.get $vector) (i32.const 32)))
        (local.set $p (i32.add (local.get $p) (i32.const 128)))
        (br_if $dim (i32.lt_u (local.get $vector) (local.get $end))))
      (local.set $x (call $sums (call $sums (local.get $a0) (local.get $a2)) (call $sums (local.get $a1) (local.get $a3))))
      (if (v128.any_true (i32x4.ge_s (local.get $x) (local.get $floor)))
        (then
          (i32.store (local.get $out) (local.get $row))
          (v128.store offset=4 align=4 (local.get $out) (local.get $x))
          (local.set $out (i32.add (local.get $out) (i32.const 20)))))
      (local.set $row (i32.add (local.get $row) (i32.const 1)))
      (br $each)))
    (local.get $out))

  ;; The halves of two vectors of int32 added, a number of each in turn: a0+a2 b0+b2 a1+a3 b1+b3.
  (func $sums (param $a v128) (param $b v128) (result v128)
    (i32x4.add
      (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b))
      (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b))))

  ;; The direction of a vector of big-endian float32 numbers, of the given length, rounded; zeros have none. Both are
  ;; read and written in steps of 8 numbers: what lies behind the vector has to be zeros.
  (func (export "direction") (param $vector i32) (param $count i32) (param $out i32) (param $length f64)
    (local $p i32) (local $end i32) (local $x v128) (local $y v128) (local $squares v128) (local $scale v128) (local $sum f64)
    (local.set $end (i32.add (local.get $vector) (i32.mul (local.get $count) (i32.const 4))))
    (local.set $p (local.get $vector))
    (loop $add
      (local.set $x (i8x16.shuffle 3 2 1 0 7 6 5 4 11 10 9 8 15 14 13 12 (v128.load (local.get $p)) (v128.load (local.get $p))))
      (v128.store (local.get $p) (local.get $x))
      (local.set $y (f64x2.promote_low_f32x4 (local.get $x)))
      (local.set $squares (f64x2.add (local.get $squares) (f64x2.mul (local.get $y) (local.get $y))))
      (local.set $y (f64x2.promote_low_f32x4 (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $x) (local.get $x))))
      (local.set $squares (f64x2.add (local.get $squares) (f64x2.mul (local.get $y) (local.get $y))))
      (local.set $p (i32.add (local.get $p) (i32.const 16)))
      (br_if $add (i32.lt_u (local.get $p) (local.get $end))))
    (local.set $sum (f64.add (f64x2.extract_lane 0 (local.get $squares)) (f64x2.extract_lane 1 (local.get $squares))))
    (if (f64.gt (local.get $sum) (f64.const 0))
      (then (local.set $scale (f64x2.splat (f64.div (local.get $length) (f64.sqrt (local.get $sum)))))))
    (local.set $p (local.get $vector))
    (loop $round
      (v128.store (local.get $out) (i16x8.narrow_i32x4_s
        (call $rounded (v128.load offset=0 (local.get $p)) (local.get $scale))
        (call $rounded (v128.load offset=16 (local.get $p)) (local.get $scale))))
      (local.set $p (i32.add (local.get $p) (i32.const 32)))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (br_if $round (i32.lt_u (local.get $p) (local.get $end)))))

  ;; Four numbers times a scale, as int32.
  (func $rounded (param $x v128) (param $scale v128) (result v128)
    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
      (i32x4.trunc_sat_f64x2_s_zero (f64x2.nearest (f64x2.mul (local.get $scale) (f64x2.promote_low_f32x4 (local.get $x)))))
      (i32x4.trunc_sat_f64x2_s_zero (f64x2.nearest (f64x2.mul (local.get $scale) (f64x2.promote_low_f32x4
        (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $x) (local.get $x))))))))

  ;; The squared length of own * e + near * (a + b) + far * (c + d), of vectors of a stride's length.
  (func (export "squares") (param $e i32) (param $a i32) (param $b i32) (param $c i32) (param $d i32) (param $stride i32)
    (param $own f32) (param $near f32) (param $far f32) (result f32)
    (local $i i32) (local $sum v128)
    (loop $dim
      (local.set $sum (f32x4.add (local.get $sum) (call $square
        (call $low (local.get $e) (local.get $i)) (call $low (local.get $a) (local.get $i)) (call $low (local.get $b) (local.get $i))
        (call $low (local.get $c) (local.get $i)) (call $low (local.get $d) (local.get $i))
        (local.get $own) (local.get $near) (local.get $far))))
      (local.set $i (i32.add (local.get $i) (i32.const 8)))
      (br_if $dim (i32.lt_u (local.get $i) (local.get $stride))))
    (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $sum)) (f32x4.extract_lane 1 (local.get $sum)))
      (f32.add (f32x4.extract_lane 2 (local.get $sum)) (f32x4.extract_lane 3 (local.get $sum)))))

  ;; The next four numbers of a vector.
  (func $low (param $vector i32) (param $i i32) (result v128)
    (v128.load16x4_s (i32.add (local.get $vector) (local.get $i))))

  (func $square (param $e v128) (param $a v128) (param $b v128) (param $c v128) (param $d v128)
    (param $own f32) (param $near f32) (param $far f32) (result v128)
    (local $x v128)
    (local.set $x (f32x4.add
      (f32x4.mul (f32x4.splat (local.get $own)) (f32x4.convert_i32x4_s (local.get $e)))
      (f32x4.add
        (f32x4.mul (f32x4.splat (local.get $near)) (f32x4.convert_i32x4_s (i32x4.add (local.get $a) (local.get $b))))
        (f32x4.mul (f32x4.splat (local.get $far)) (f32x4.convert_i32x4_s (i32x4.add (local.get $c) (local.get $d)))))))
    (f32x4.mul (local.get $x) (local.get $x)))
)
