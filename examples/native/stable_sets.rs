// The heaviest stable set of a graph, and how many maximal ones there are, by the C interface from Rust:
// rustc stable_sets.rs -L FOLDER -l nzdd
use std::ffi::{c_char, c_int, c_void, CStr};
use std::ptr::{null, null_mut};

#[repr(C)]
struct RowsView {
    num_rows: usize,
    offsets: *const i64,
    symbols: *const u32,
    lengths: *const f64,
}

// The handles and functions of nzdd.h that are used here; a watch may be null.
extern "C" {
    fn nzdd_error() -> *const c_char;
    fn nzdd_vertex_sets(
        num_vertices: usize, num_edges: usize, ends: *const u32, sigma: u64, rho: u64, least: u32,
        most: u32, order: *const u32, max_states: u64, watch: *const c_void, out: *mut *mut c_void,
    ) -> c_int;
    fn nzdd_zdd_count(zdd: *const c_void, room: usize, limbs: *mut u64, num_limbs: *mut usize) -> c_int;
    fn nzdd_search_new(zdd: *const c_void, watch: *const c_void, out: *mut *mut c_void) -> c_int;
    fn nzdd_search_shortest(
        search: *const c_void, lengths: *const f64, count: u64, below: f64, flags: c_int,
        watch: *const c_void, out: *mut *mut c_void,
    ) -> c_int;
    fn nzdd_rows_show(rows: *const c_void, view: *mut RowsView);
    fn nzdd_zdd_free(zdd: *mut c_void);
    fn nzdd_search_free(search: *mut c_void);
    fn nzdd_rows_free(rows: *mut c_void);
}

fn check(status: c_int) -> Result<(), String> {
    if status == 0 {
        return Ok(());
    }
    Err(unsafe { CStr::from_ptr(nzdd_error()) }.to_string_lossy().into_owned())
}

/// A handle of the library, which frees itself.
struct Handle {
    pointer: *mut c_void,
    free: unsafe extern "C" fn(*mut c_void),
}

impl Handle {
    fn made(
        free: unsafe extern "C" fn(*mut c_void),
        make: impl FnOnce(*mut *mut c_void) -> c_int,
    ) -> Result<Handle, String> {
        let mut pointer = null_mut();
        check(make(&mut pointer))?;
        Ok(Handle { pointer, free })
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        unsafe { (self.free)(self.pointer) }
    }
}

/// A grid of so many rows and columns: two vertices an edge.
fn grid(side: u32) -> Vec<u32> {
    let mut ends = Vec::new();
    for v in 0..side * side {
        if v % side + 1 < side {
            ends.extend([v, v + 1]);
        }
        if v + side < side * side {
            ends.extend([v, v + side]);
        }
    }
    ends
}

fn run() -> Result<(), String> {
    let side = 8;
    let vertices = (side * side) as usize;
    let ends = grid(side);
    // A chosen vertex has no chosen neighbour, any other one at least one.
    let sets = Handle::made(nzdd_zdd_free, |out| unsafe {
        nzdd_vertex_sets(
            vertices, ends.len() / 2, ends.as_ptr(), 1, !1, 0, u32::MAX, null(), 0, null(), out,
        )
    })?;
    let (mut count, mut limbs) = (0u64, 0usize);
    check(unsafe { nzdd_zdd_count(sets.pointer, 1, &mut count, &mut limbs) })?;

    // The heaviest set is the shortest row of negated weights.
    let lengths: Vec<f64> = (0..vertices).map(|v| -((v * 7 % 10 + 1) as f64)).collect();
    let search = Handle::made(nzdd_search_free, |out| unsafe {
        nzdd_search_new(sets.pointer, null(), out)
    })?;
    let best = Handle::made(nzdd_rows_free, |out| unsafe {
        nzdd_search_shortest(search.pointer, lengths.as_ptr(), 1, f64::INFINITY, 0, null(), out)
    })?;
    let mut view = RowsView { num_rows: 0, offsets: null(), symbols: null(), lengths: null() };
    unsafe { nzdd_rows_show(best.pointer, &mut view) };
    let (weight, size) = unsafe { (-*view.lengths, *view.offsets.add(1)) };
    println!("{count} maximal stable sets; the heaviest has {size} vertices and weight {weight}");
    Ok(())
}

fn main() {
    if let Err(text) = run() {
        eprintln!("{text}");
        std::process::exit(1);
    }
}
